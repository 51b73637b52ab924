/** Checks that everyone can read a page: axe finds no violation of WCAG 2.2 AA, and no text is broken or cut off. */
import assert from 'node:assert/strict';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Draws the parts outside the window too, because their buttons would seem to overlap. */
function drawEverything(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets = [sheet];
}

/** Fails with every violation that axe finds. */
export async function assertAccessible(tab: Page): Promise<void> {
  await tab.evaluate(drawEverything);
  await tab.evaluate(axe.source);
  const options = JSON.stringify({ runOnly: tags, resultTypes: ['violations'] });
  const { violations } = await tab.evaluate<AxeResults>(`axe.run(document, ${options})`);
  await tab.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  const messages = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id} (${help}) at ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
  assert.deepEqual(messages, []);
}

/** Fails with every text that is broken letter by letter, cut off, or contains Markdown. */
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
    const isCut =
      overflowX === 'hidden' && textOverflow !== 'ellipsis' && entry.scrollWidth > width + 1;
    if (isCut && width > 1) return [`cut off: ${text}`];
    const texts = [...entry.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    return texts.some(({ textContent }) => textContent?.includes('`') === true)
      ? [`with backticks: ${text}`]
      : [];
  });
}
