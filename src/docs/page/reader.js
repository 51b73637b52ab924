/** Completes what Redocly draws: landmarks, headings, titles, labels, links and boxes that scroll. */
(() => {
  const title = 'Book distribution service';

  /** Names the menu for those who jump between the parts of a page. */
  function nameMenu() {
    const menu = document.querySelector('.menu-content');
    menu?.setAttribute('role', 'navigation');
    menu?.setAttribute('aria-label', 'Contents');
  }

  /** The first heading of a view has level 1, and none after it leaves a level out. */
  function levelHeadings() {
    let before = 0;
    for (const heading of document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')) {
      const own = Number(heading.tagName.slice(1));
      before = Math.min(own, before + 1);
      if (before === own) heading.removeAttribute('aria-level');
      else heading.setAttribute('aria-level', String(before));
    }
  }

  /** Gives each view its own title, for tabs, bookmarks and the browser's history. */
  function nameView() {
    const id = decodeURIComponent(location.hash.slice(1));
    const section =
      id === '' ? null : document.querySelector(`[data-section-id="${CSS.escape(id)}"]`);
    const heading = section?.querySelector('h1, h2, h3')?.textContent?.trim();
    const name = heading ? `${heading} – ${title}` : title;
    // Setting an equal title would count as a change of the page, and be answered with this again.
    if (document.title !== name) document.title = name;
  }

  /**
   * Adds the visible words of a button to its label, because people who use speech say those.
   * @param {HTMLButtonElement} button
   */
  function labelButton(button) {
    const words = button.textContent.trim();
    const label = button.dataset.label ?? button.getAttribute('aria-label') ?? '';
    if (words === '' || label.includes(words)) return;
    button.dataset.label = label;
    button.setAttribute('aria-label', `${words}, ${label}`);
  }

  /**
   * Turns the address of a view into a fragment: only that works from disk or below a path.
   * @param {HTMLAnchorElement} link
   */
  function keepInside(link) {
    link.setAttribute('href', `#${link.getAttribute('href')}`);
  }

  // A box that scrolls needs the focus, or the keyboard cannot scroll it. The observer runs after
  // the layout, so that reading the widths costs nothing.
  const boxes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    }
  });

  /**
   * Operations come first among the results of a search; requirements and open questions, which have
   * similar names, come last.
   * @param {Element} result
   */
  function rankOf(result) {
    const address = result.getAttribute('href') ?? '';
    if (/^#?\/(open|requirements-)/.test(address)) return 2;
    return /^#?\/(books|files|distribution)\/[a-z]+$/.test(address) ? 0 : 1;
  }

  function rankResults() {
    const results = [...document.querySelectorAll('[data-component-name="Search/SearchItem"]')];
    const ranked = [...results].sort((one, other) => rankOf(one) - rankOf(other));
    if (results.every((result, at) => result === ranked[at])) return;
    results[0].parentElement.append(...ranked);
  }

  let waiting = false;

  function complete() {
    waiting = false;
    nameMenu();
    levelHeadings();
    nameView();
    document.querySelectorAll('a[href^="/"]').forEach(keepInside);
    document.querySelectorAll('button[aria-label]').forEach(labelButton);
    document
      .querySelectorAll('.md-table-wrapper, [data-testid] pre')
      .forEach((box) => boxes.observe(box));
  }

  /** Redocly draws in many steps: five times a second is often enough. */
  function completeSoon() {
    if (waiting) return;
    waiting = true;
    setTimeout(complete, 200);
  }

  new MutationObserver(() => {
    rankResults();
    completeSoon();
  }).observe(document, { childList: true, subtree: true });
  addEventListener('hashchange', nameView);
})();
