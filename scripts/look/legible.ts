/** Finds text that is hard to read: broken letter by letter, cut off, or with the marks of Markdown. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** Fails with the text of every such element at the current width. */
export async function assertLegible(tab: Page): Promise<void> {
  assert.deepEqual(await tab.evaluate(findIllegible), []);
}

/** Runs in the page. */
function findIllegible(): string[] {
  const blocks = 'td, th, p, li, dd, dt, h1, h2, h3, h4, h5, summary, button, label';
  return [...document.querySelectorAll<HTMLElement>(blocks)].flatMap((entry) => {
    const text = entry.innerText.trim();
    if (text.length < 5 || !entry.checkVisibility() || entry.closest('.unseen') !== null) return [];
    const { fontSize, overflowX, textOverflow } = getComputedStyle(entry);
    const { width, height } = entry.getBoundingClientRect();
    const size = Number.parseFloat(fontSize);
    if (width < 2.5 * size && height > 5 * size && width > 1) return [`broken: ${text}`];
    const cut =
      overflowX === 'hidden' && textOverflow !== 'ellipsis' && entry.scrollWidth > width + 1;
    if (cut && width > 1) return [`cut off: ${text}`];
    const own = [...entry.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    return own.some(({ textContent }) => textContent?.includes('`') === true)
      ? [`with backticks: ${text}`]
      : [];
  });
}
