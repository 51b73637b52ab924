/** Looks at one page: pictures in every width and theme, nothing wider than its screen, accessible, and each promise shown. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { assertAccessible, type Excuse } from './accessible.ts';
import { open, type View } from './browser.ts';

/** A promise of a page, shown in a tab of its own. */
export type Shown = (tab: Page) => Promise<void>;

/** A page and what it promises. */
export interface Look {
  /** The name of its pictures. */
  readonly name: string;
  readonly file: string;
  /** Resolves once there is something to read. */
  readonly ready: Shown;
  readonly excused?: readonly Excuse[];
  /** True if the page is only tested, without a screenshot, because another page looks like it. */
  readonly likeAnother?: boolean;
  /** Sentences about the page, and how each is shown, 1440 pixels wide. */
  readonly promises: Readonly<Record<string, Shown>>;
}

const views: readonly View[] = [390, 768, 1440].flatMap((width) => [
  { width, theme: 'light' },
  { width, theme: 'dark' },
]);

/** Where the pictures go. */
export interface Album {
  readonly browser: Browser;
  readonly folder: string;
}

/** @returns what failed, a line each */
export async function lookAt(look: Look, album: Album): Promise<string[]> {
  const failed: string[] = [];
  const attempt = async (title: string, run: () => Promise<void>): Promise<void> => {
    const began = performance.now();
    try {
      await run();
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`fine  ${seconds.padStart(5)} s  ${look.name}: ${title}`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      failed.push(`${look.name}: ${title}: ${why}`);
      console.error(`WRONG ${failed.at(-1)}`);
    }
  };
  for (const view of look.likeAnother === true ? [] : views) {
    await attempt(`${view.width} px, ${view.theme}`, async () => portray(look, view, album));
  }
  for (const [sentence, show] of Object.entries(look.promises)) {
    await attempt(sentence, async () => demonstrate(look, show, album.browser));
  }
  return failed;
}

async function portray(look: Look, view: View, { browser, folder }: Album): Promise<void> {
  const { tab, close } = await open(browser, look.file, view);
  await look.ready(tab);
  await tab.screenshot({ path: `${folder}/${look.name}-${view.width}-${view.theme}.png` });
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
  assert(wide <= view.width, `${wide} px of content on a screen of ${view.width} px`);
  // Colours differ by theme and what is folded away by width: the middle one adds nothing.
  if (view.width === 1440 || (view.width === 390 && view.theme === 'light'))
    await assertAccessible(tab, look.excused);
  await close();
}

async function demonstrate(look: Look, show: Shown, browser: Browser): Promise<void> {
  const { tab, close } = await open(browser, look.file, { width: 1440, theme: 'light' });
  await look.ready(tab);
  await show(tab);
  await close();
}
