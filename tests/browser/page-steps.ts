/** Steps that tests of several pages share. */
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPage, type PageUnderTest } from './open-page.ts';

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
