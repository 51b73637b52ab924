/** Looks at one page: screenshots in three widths and both themes, no scrolling sideways, axe, and each promise of the page. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { assertAccessible } from './accessible.ts';
import { getHeight, open, type Theme } from './browser.ts';
import { assertLegible } from './legible.ts';
import { assertLight } from './weight.ts';

/** Tests a promise of a page in its own tab. */
export type TestPromise = (tab: Page) => Promise<void>;

/** A page and what it promises. */
export interface Look {
  /** The first part of the names of its screenshots. */
  readonly name: string;
  /** `file:` or `http:`. */
  readonly address: string;
  /** The origin from which the page may load its parts; nothing unless given. */
  readonly parts?: string;
  /** Resolves once the page can be read. */
  readonly ready: TestPromise;
  /** Kilobytes of the page as a host sends it, if it may have more than others. */
  readonly kilobytes?: number;
  /** True if it looks like another page, so that screenshots and axe would show nothing new. */
  readonly likeAnother?: boolean;
  /** Sentences about the page with their tests, which see it 1440 pixels wide. */
  readonly promises: Readonly<Record<string, TestPromise>>;
}

/** The folder of the screenshots. */
export interface Album {
  readonly browser: Browser;
  readonly folder: string;
}

/** @returns what failed, a line each */
export async function checkPage(look: Look, album: Album): Promise<string[]> {
  const failed: string[] = [];
  const attempt = async (title: string, run: () => Promise<void>): Promise<void> => {
    const start = performance.now();
    try {
      await run();
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`passed ${seconds.padStart(5)} s  ${look.name}: ${title}`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      failed.push(`${look.name}: ${title}: ${why}`);
      console.error(`FAILED ${failed.at(-1)}`);
    }
  };
  for (const theme of look.likeAnother === true ? [] : (['light', 'dark'] as const)) {
    await attempt(`screenshots and axe, ${theme}`, async () => takeScreenshots(look, theme, album));
  }
  await attempt('a phone shows it immediately', async () => {
    await testPromise(look, async (tab) => assertLight(tab, look.kilobytes), album.browser);
  });
  for (const [sentence, test] of Object.entries(look.promises)) {
    await attempt(sentence, async () => testPromise(look, test, album.browser));
  }
  return failed;
}

async function takeScreenshots(
  look: Look,
  theme: Theme,
  { browser, folder }: Album,
): Promise<void> {
  const { tab, close } = await open(browser, look.address, { ...look, width: 1440, theme });
  await look.ready(tab);
  for (const width of [1440, 768, 390]) {
    await tab.setViewportSize({ width, height: getHeight(width) });
    await tab.evaluate(() => scrollTo(0, 0));
    await tab.screenshot({ path: `${folder}/${look.name}-${width}-${theme}.png` });
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= width, `${wide} px of content on a screen of ${width} px`);
    await assertLegible(tab);
    // Colours depend on the theme and folding on the width: the other pairs show nothing new.
    if ((width === 1440 && theme === 'dark') || (width === 390 && theme === 'light'))
      await assertAccessible(tab);
  }
  await close();
}

async function testPromise(look: Look, test: TestPromise, browser: Browser): Promise<void> {
  const { tab, close } = await open(browser, look.address, {
    ...look,
    width: 1440,
    theme: 'light',
  });
  await look.ready(tab);
  await test(tab);
  await close();
}
