/** Mends what no style can: labels that lack the words on a button, and boxes that only a mouse can scroll. */
(() => {
  /**
   * Who asks for a button by voice says what stands on it.
   * @param {HTMLButtonElement} button
   */
  function name(button) {
    const words = button.textContent.trim();
    const label = button.dataset.label ?? button.getAttribute('aria-label') ?? '';
    if (words === '' || label.includes(words)) return;
    button.dataset.label = label;
    button.setAttribute('aria-label', `${words}, ${label}`);
  }

  /**
   * Who has no mouse scrolls by keyboard, which needs a focus.
   * @param {HTMLElement} box
   */
  function reach(box) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }

  /**
   * The renderer links to its views as if it owned the host; from disk only the fragment works.
   * @param {HTMLAnchorElement} link
   */
  function keepInside(link) {
    link.setAttribute('href', `#${link.getAttribute('href')}`);
  }

  const title = 'Book distribution service';

  /** Each view has a title of its own, for tabs, bookmarks and histories. */
  function nameView() {
    const id = decodeURIComponent(location.hash.slice(1));
    const section =
      id === '' ? null : document.querySelector(`[data-section-id="${CSS.escape(id)}"]`);
    const heading = section?.querySelector('h1, h2, h3')?.textContent?.trim();
    document.title = heading ? `${heading} – ${title}` : title;
  }

  function mend() {
    waiting = false;
    document.querySelectorAll('a[href^="/"]').forEach(keepInside);
    nameView();
    document.querySelectorAll('button[aria-label]').forEach(name);
    document.querySelectorAll('.md-table-wrapper, [data-testid] pre').forEach(reach);
  }

  let waiting = false;
  function soon() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(mend);
  }

  new MutationObserver(soon).observe(document, { childList: true, subtree: true });
  addEventListener('resize', soon);
  addEventListener('hashchange', nameView);
})();
