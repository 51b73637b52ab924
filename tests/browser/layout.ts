/**
 * Tests how a page fits screens: screenshots, no scrolling sideways, text that everyone can read, and few
 * bytes. Finds what keeps readers from a text: violations of WCAG 2.2 AA, and text that is broken or cut off.
 */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openPage, screens, browserTest, type PageUnderTest, type Theme } from './open-page.ts';

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
async function findIllegibleTexts(tab: Page): Promise<string[]> {
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

const screenshots = fileURLToPath(new URL('../../reports/browser/screenshots/', import.meta.url));

/** About half of these limits gives 95 in Lighthouse on phone settings. The largest page has 5,000 exchanges. */
const limits = {
  /** Elements of the page. Sections that it keeps as text have none. */
  elements: 5000,
  /** Form fields: browsers examine each of them for autofill after a page has loaded. */
  fields: 30,
  /** The size of the gzipped page. */
  kilobytes: 300,
  /** The layout shift while the page loads, as Chromium measures it. */
  shift: 0.1,
};

export const themes: readonly Theme[] = ['light', 'dark'];

/** Tests a page in themes on all screens, and measures it on a phone. */
export function testLayout(page: PageUnderTest, shownThemes = themes): void {
  describe(`the page ${page.name}`, () => {
    browserTest.for(shownThemes)(
      'is light enough for a phone, and can be read on every screen in the %s theme',
      async (theme, { browser }) => {
        const view = { ...page.getView?.(), theme, size: screens.phone };
        const { tab, close } = await openPage(browser, page.getAddress(), view);
        await page.waitUntilReady(tab);
        await expectLightWeight(tab, page);
        for (const [screen, size] of Object.entries(screens)) {
          await tab.setViewportSize(size);
          await tab.evaluate(() => scrollTo(0, 0));
          await tab.screenshot({ path: `${screenshots}${page.name}-${screen}-${theme}.png` });
          expect(await measureWidth(tab), screen).toBeLessThanOrEqual(size.width);
          expect(await findIllegibleTexts(tab), screen).toEqual([]);
          // Colours depend on the theme and folding on the width: the other pairs show nothing new.
          if (screen === (theme === 'dark' ? 'notebook' : 'phone'))
            expect(await findViolations(tab), screen).toEqual([]);
        }
        await close();
      },
    );
  });
}

/** Expects that a page is light enough for a phone. It does not measure time, because machines differ. */
export async function expectLightWeight(
  tab: Page,
  { maxKilobytes = limits.kilobytes }: Pick<PageUnderTest, 'maxKilobytes'>,
): Promise<void> {
  expect(gzipSync(await tab.content()).length / 1024).toBeLessThan(maxKilobytes);
  expect(await tab.locator('body *').count()).toBeLessThan(limits.elements);
  expect(await tab.locator('input, select, textarea').count()).toBeLessThan(limits.fields);
  expect(await readLayoutShift(tab)).toBeLessThan(limits.shift);
}

/** Returns the pixels that the content needs. */
export async function measureWidth(tab: Page): Promise<number> {
  return tab.evaluate(() => document.documentElement.scrollWidth);
}

/** Returns the layout shift so far. Chromium reports a shift at the end of its frame. */
async function readLayoutShift(tab: Page): Promise<number> {
  return tab.evaluate<number>(`new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(getLayoutShift()))));
  })`);
}
