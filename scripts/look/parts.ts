/** The means that the checks of several pages share. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** The number of visible rows of a filtered part. */
export async function countVisibleRows(part: Locator): Promise<number> {
  return part.locator('[data-kinds]:not([hidden])').count();
}

/** A part's own statement of how much it shows. */
export async function readTally(part: Locator): Promise<string> {
  return (await part.locator('.tally').textContent()) ?? '';
}

/** Goes to an anchor and checks that it is in view. */
export async function goToAnchor(tab: Page, id: string): Promise<void> {
  await tab.evaluate((to) => {
    location.hash = to;
  }, id);
  const target = tab.locator(`[id="${id}"]`);
  await target.waitFor();
  await tab.waitForFunction((to) => {
    const box = document.querySelector(`[id="${to}"]`)?.getBoundingClientRect();
    return box !== undefined && box.top >= 0 && box.top < innerHeight;
  }, id);
  assert(await target.isVisible());
}

/** Opens the page of a tab again without scripts, and sees that its text is there, parts kept as text included. */
export async function readableWithoutScript(
  tab: Page,
  selector: string,
  minLength = 500,
): Promise<void> {
  const browser = tab.context().browser();
  assert(browser !== null);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(tab.url());
  for (const entry of await plain.locator(selector).all()) assert(await entry.isVisible());
  const text = await plain.locator('main').first().innerText();
  assert(text.length > minLength, `${text.length} characters without a script`);
  assert.equal(await plain.locator('noscript').evaluateAll(countEmpty), 0);
  await context.close();
}

/** Runs in the page: counts what a browser without scripts would leave out. */
function countEmpty(all: readonly Element[]): number {
  return all.filter(({ childElementCount }) => childElementCount === 0).length;
}

/** Pixels between a part and the lower edge of the navigation after its link was followed. */
const maxOffset = 80;

/** Follows every link of the navigation, and measures how far its target is from the top. */
export async function followsNavigation(tab: Page): Promise<void> {
  const targets = await tab
    .locator('.parts a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  for (const target of targets) {
    await tab.locator(`.parts a[href="${target}"]`).click();
    await tab.waitForTimeout(150);
    const off = await tab.evaluate((to) => {
      const bar = document.querySelector('.parts')?.getBoundingClientRect().bottom ?? 0;
      const top = document.querySelector(to)?.getBoundingClientRect().top ?? Number.NaN;
      const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      return atEnd && top > bar ? 0 : top - bar;
    }, target);
    assert(
      Math.abs(off) <= maxOffset,
      `${target} is ${off} px from the place to which its link scrolls`,
    );
  }
}
