/** Creates tests of pages. All tests of a worker share one browser. */
import type { Browser, Page } from 'playwright-core';
import { test, expect } from 'vitest';
import { launchChromium, openPage, type View } from './chromium.ts';

export { openPage, screens, type Theme } from './chromium.ts';

/** A page to test. */
export interface PageUnderTest {
  /** The first part of the names of its screenshots. */
  readonly name: string;
  /** Returns its address, `file:` or `http:`. */
  readonly getAddress: () => string;
  /** Returns how it is shown, apart from theme and size. */
  readonly getView?: () => View;
  /** Resolves once the page can be read. */
  readonly waitUntilReady: (tab: Page) => Promise<void>;
  /** The limit for the gzipped page, if it is larger than other pages. */
  readonly maxKilobytes?: number;
}

export const browserTest = test.extend(
  'browser',
  { scope: 'worker' },
  // Vitest reads from this pattern which other fixtures it needs.
  // oxlint-disable-next-line no-empty-pattern
  async ({}, { onCleanup }) => {
    const browser = await launchChromium();
    onCleanup(async () => browser.close());
    return browser;
  },
);

/** Creates a test function whose tests get the page in a tab of its own, on a notebook and with the light theme. */
export function createPageTest(page: PageUnderTest) {
  return browserTest.extend('tab', async ({ browser }, { onCleanup }) => {
    const { tab, close } = await openPage(browser, page.getAddress(), page.getView?.());
    onCleanup(close);
    await page.waitUntilReady(tab);
    return tab;
  });
}

/** Goes to an anchor, as a link from another page would, and expects that it scrolls into view. */
export async function goToAnchor(tab: Page, id: string): Promise<void> {
  await tab.evaluate((to) => {
    location.hash = to;
  }, id);
  await tab.waitForFunction((to) => {
    const target = document.querySelector(`[id="${to}"]`);
    const top = target?.getBoundingClientRect().top ?? -1;
    return target?.checkVisibility() === true && top >= 0 && top < innerHeight;
  }, id);
}

/** Follows every link of the navigation, and expects that its section scrolls to the top. */
export async function followNavigation(tab: Page): Promise<void> {
  const links = await tab.locator('.parts a').all();
  expect(links).not.toEqual([]);
  for (const link of links) {
    const target = (await link.getAttribute('href')) ?? '';
    await link.click();
    await expect
      .poll(() => tab.evaluate(measureOffset, target), { message: target })
      .toBeLessThan(80);
  }
}

/** Runs in the page: returns the pixels between a section and the lower edge of the navigation. */
function measureOffset(target: string): number {
  const bar = document.querySelector('.parts')?.getBoundingClientRect().bottom ?? 0;
  const top = document.querySelector(target)?.getBoundingClientRect().top ?? Infinity;
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  return isAtEnd && top > bar ? 0 : Math.abs(top - bar);
}

/** Expects that a page shows its text and the elements of a selector to readers without scripts. */
export async function expectReadableWithoutScripts(
  browser: Browser,
  page: PageUnderTest,
  selector: string,
): Promise<void> {
  const view = { ...page.getView?.(), hasScripts: false };
  const { tab, close } = await openPage(browser, page.getAddress(), view);
  const entries = await tab.locator(selector).all();
  expect(entries).not.toEqual([]);
  for (const entry of entries) expect(await entry.isVisible()).toBe(true);
  expect((await tab.locator('main').first().innerText()).length).toBeGreaterThan(500);
  // Sections that scripts would draw are in these elements.
  expect(await tab.locator('noscript:not(:has(*))').count()).toBe(0);
  await close();
}
