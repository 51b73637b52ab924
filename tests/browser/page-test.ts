/** Creates tests that get an open page. All tests of a file share one browser. */
import { test } from 'vitest';
import type { Page } from 'playwright-core';
import { launchChromium, openPage, type View } from './open-page.ts';

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

// Vitest reads from this pattern which other fixtures it needs.
// oxlint-disable-next-line no-empty-pattern
export const browserTest = test.extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
  const browser = await launchChromium();
  onCleanup(async () => browser.close());
  return browser;
});

/** Creates a test function whose tests get the page in a tab of its own, on a notebook and with the light theme. */
export function createPageTest(page: PageUnderTest) {
  return browserTest.extend('tab', async ({ browser }, { onCleanup }) => {
    const { tab, close } = await openPage(browser, page.getAddress(), page.getView?.());
    onCleanup(close);
    await page.waitUntilReady(tab);
    return tab;
  });
}
