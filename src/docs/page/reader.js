/** Improves the accessibility of Redocly's page: landmarks, headings, titles, labels, links and scrollable boxes. */
(() => {
  const title = 'Book distribution service';

  /** Marks the menu as a landmark, so that screen readers can jump to it. */
  function nameMenu() {
    const menu = document.querySelector('.menu-content');
    menu?.setAttribute('role', 'navigation');
    menu?.setAttribute('aria-label', 'Contents');
  }

  /** Sets the levels of the headings, so that the first one has level 1 and no level is skipped. */
  function levelHeadings() {
    let level = 0;
    for (const heading of document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')) {
      const tagLevel = Number(heading.tagName.slice(1));
      level = Math.min(tagLevel, level + 1);
      if (level === tagLevel) heading.removeAttribute('aria-level');
      else heading.setAttribute('aria-level', String(level));
    }
  }

  /** Gives each view its own title, for tabs, bookmarks and the browser's history. */
  function nameView() {
    const id = decodeURIComponent(location.hash.slice(1));
    const section =
      id === '' ? null : document.querySelector(`[data-section-id="${CSS.escape(id)}"]`);
    const heading = section?.querySelector('h1, h2, h3')?.textContent?.trim();
    const name = heading ? `${heading} – ${title}` : title;
    // Setting an equal title would count as a change of the page, and would run this again.
    if (document.title !== name) document.title = name;
  }

  /**
   * Adds the visible words of a button to its label, because users of speech control say these.
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
   * Turns the address of a view into a fragment, because others do not work on disk or below a path.
   * @param {HTMLAnchorElement} link
   */
  function makeFragmentLink(link) {
    link.setAttribute('href', `#${link.getAttribute('href')}`);
  }

  // A scrollable box needs a tab stop, because otherwise the keyboard cannot scroll it. The observer runs after the
  // layout, so that reading the widths costs nothing.
  const boxes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute('tabindex');
    }
  });

  /**
   * Ranks a search result: operations are first, and requirements and silences, which have similar names, are last.
   * @param {Element} result
   */
  function getRank(result) {
    const address = result.getAttribute('href') ?? '';
    if (/^#?\/(open|requirements-)/.test(address)) return 2;
    return /^#?\/(books|files|distribution)\/[a-z]+$/.test(address) ? 0 : 1;
  }

  function sortResults() {
    const results = [...document.querySelectorAll('[data-component-name="Search/SearchItem"]')];
    const sortedResults = [...results].sort((a, b) => getRank(a) - getRank(b));
    if (results.every((result, index) => result === sortedResults[index])) return;
    results[0].parentElement.append(...sortedResults);
  }

  let isScheduled = false;

  function improvePage() {
    isScheduled = false;
    nameMenu();
    levelHeadings();
    nameView();
    document.querySelectorAll('a[href^="/"]').forEach(makeFragmentLink);
    document.querySelectorAll('button[aria-label]').forEach(labelButton);
    document
      .querySelectorAll('.md-table-wrapper, [data-testid] pre')
      .forEach((box) => boxes.observe(box));
  }

  /** Schedules the improvements at most five times a second, because Redocly renders in many steps. */
  function scheduleImprovement() {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(improvePage, 200);
  }

  new MutationObserver(() => {
    sortResults();
    scheduleImprovement();
  }).observe(document, { childList: true, subtree: true });
  addEventListener('hashchange', nameView);
})();
