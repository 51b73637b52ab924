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

  function mend() {
    waiting = false;
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
})();
