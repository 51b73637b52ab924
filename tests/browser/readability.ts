/** Finds what keeps readers from a text: violations of WCAG 2.2 AA, and text that is broken or cut off. */
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Returns a line for each violation that axe finds. */
export async function findViolations(tab: Page): Promise<string[]> {
  await tab.evaluate(drawEverything);
  await tab.evaluate(axe.source);
  const options = JSON.stringify({ runOnly: tags, resultTypes: ['violations'] });
  const { violations } = await tab.evaluate<AxeResults>(`axe.run(document, ${options})`);
  await tab.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id} (${help}) at ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}

/** Runs in the page: draws the parts outside the window too, because their buttons would seem to overlap. */
function drawEverything(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets = [sheet];
}

/** Returns every text that is broken letter by letter, cut off, or contains Markdown. */
export async function findIllegibleTexts(tab: Page): Promise<string[]> {
  return tab.evaluate(listIllegibleTexts);
}

/** Runs in the page. */
function listIllegibleTexts(): string[] {
  const blocks = 'td, th, p, li, dd, dt, h1, h2, h3, h4, h5, summary, button, label';
  const numbers = [...document.querySelectorAll<HTMLElement>('.number')].filter((entry) => {
    const text = document.createRange();
    text.selectNodeContents(entry);
    return new Set([...text.getClientRects()].map(({ top }) => top)).size > 1;
  });
  const texts = [...document.querySelectorAll<HTMLElement>(blocks)].flatMap((entry) => {
    const text = entry.innerText.trim();
    if (text.length < 5 || !entry.checkVisibility() || entry.closest('.unseen') !== null) return [];
    const { fontSize, overflowX, textOverflow } = getComputedStyle(entry);
    const { width, height } = entry.getBoundingClientRect();
    const size = Number.parseFloat(fontSize);
    if (width < 2.5 * size && height > 5 * size && width > 1) return [`broken: ${text}`];
    const isCut =
      overflowX === 'hidden' && textOverflow !== 'ellipsis' && entry.scrollWidth > width + 1;
    if (isCut && width > 1) return [`cut off: ${text}`];
    const nodes = [...entry.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    return nodes.some(({ textContent }) => textContent?.includes('`') === true)
      ? [`with backticks: ${text}`]
      : [];
  });
  return [...numbers.map(({ innerText }) => `broken number: ${innerText}`), ...texts];
}
