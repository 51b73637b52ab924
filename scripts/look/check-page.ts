/** Checks one page: screenshots in three widths and both themes, no scrolling sideways, axe, and the tests of the page. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { getHeight, open, type Theme } from './browser.ts';
import { assertAccessible, assertLegible } from './readable.ts';
import { assertLight } from './weight.ts';

/** Tests one statement about a page, in a tab of its own. */
export type PageTest = (tab: Page) => Promise<void>;

/** A page and its tests. */
export interface PageUnderTest {
  /** The first part of the names of its screenshots. */
  readonly name: string;
  /** `file:` or `http:`. */
  readonly address: string;
  /** The start of the addresses that the page may load. Without it, the page may load only itself. */
  readonly mayLoad?: string;
  /** Resolves once the page can be read. */
  readonly ready: PageTest;
  /** The limit for the gzipped page, if it is larger than other pages. */
  readonly maxKilobytes?: number;
  /** True if the page looks like another one, so that screenshots and axe would show nothing new. */
  readonly skipScreenshots?: boolean;
  /** By a sentence about the page, which is 1440 pixels wide. */
  readonly tests: Readonly<Record<string, PageTest>>;
}

interface Setup {
  readonly browser: Browser;
  /** The folder of the screenshots. */
  readonly folder: string;
}

/** Runs all checks of a page and returns a line for each failure. */
export async function checkPage(page: PageUnderTest, setup: Setup): Promise<string[]> {
  const failed: string[] = [];
  const check = async (title: string, run: () => Promise<void>): Promise<void> => {
    const start = performance.now();
    try {
      await run();
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`passed ${seconds.padStart(5)} s  ${page.name}: ${title}`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      failed.push(`${page.name}: ${title}: ${why}`);
      console.error(`FAILED ${failed.at(-1)}`);
    }
  };
  for (const theme of page.skipScreenshots === true ? [] : (['light', 'dark'] as const)) {
    await check(`screenshots and axe, ${theme}`, async () => takeScreenshots(page, theme, setup));
  }
  await check('it is light enough for a phone', async () => {
    await runTest(page, async (tab) => assertLight(tab, page.maxKilobytes), setup.browser);
  });
  for (const [sentence, test] of Object.entries(page.tests)) {
    await check(sentence, async () => runTest(page, test, setup.browser));
  }
  return failed;
}

async function takeScreenshots(
  page: PageUnderTest,
  theme: Theme,
  { browser, folder }: Setup,
): Promise<void> {
  const { tab, close } = await open(browser, page.address, { ...page, width: 1440, theme });
  await page.ready(tab);
  for (const width of [1440, 768, 390]) {
    await tab.setViewportSize({ width, height: getHeight(width) });
    await tab.evaluate(() => scrollTo(0, 0));
    await tab.screenshot({ path: `${folder}/${page.name}-${width}-${theme}.png` });
    const contentWidth = await tab.evaluate(() => document.documentElement.scrollWidth);
    assert(contentWidth <= width, `${contentWidth} px of content on a screen of ${width} px`);
    await assertLegible(tab);
    // Colours depend on the theme and folding on the width: the other pairs show nothing new.
    if ((width === 1440 && theme === 'dark') || (width === 390 && theme === 'light'))
      await assertAccessible(tab);
  }
  await close();
}

async function runTest(page: PageUnderTest, test: PageTest, browser: Browser): Promise<void> {
  const { tab, close } = await open(browser, page.address, {
    ...page,
    width: 1440,
    theme: 'light',
  });
  await page.ready(tab);
  await test(tab);
  await close();
}
