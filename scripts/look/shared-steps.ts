/** Steps and checks that the tests of several pages share. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** Counts the visible rows of a section with filters. */
export async function countVisibleRows(section: Locator): Promise<number> {
  return section.locator('[data-kinds]:not([hidden])').count();
}

/** Returns the text with which a section says how many rows it shows. */
export async function readTally(section: Locator): Promise<string> {
  return (await section.locator('.tally').textContent()) ?? '';
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

/** Opens the page of a tab again without scripts, and checks that its text is there. */
export async function checkWithoutScript(
  tab: Page,
  selector: string,
  minLength = 500,
): Promise<void> {
  const browser = tab.context().browser();
  assert(browser !== null);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(tab.url());
  for (const entry of await page.locator(selector).all()) assert(await entry.isVisible());
  const text = await page.locator('main').first().innerText();
  assert(text.length > minLength, `${text.length} characters without a script`);
  assert.equal(await page.locator('noscript').evaluateAll(countEmptyElements), 0);
  await context.close();
}

/** Runs in the page. */
function countEmptyElements(all: readonly Element[]): number {
  return all.filter(({ childElementCount }) => childElementCount === 0).length;
}

/** Pixels between a section and the lower edge of the navigation after its link was followed. */
const maxOffset = 80;

/** Follows every link of the navigation, and checks that its section is at the top. */
export async function followNavigation(tab: Page): Promise<void> {
  const targets = await tab
    .locator('.parts a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  for (const target of targets) {
    await tab.locator(`.parts a[href="${target}"]`).click();
    await tab.waitForTimeout(150);
    const offset = await tab.evaluate((to) => {
      const bar = document.querySelector('.parts')?.getBoundingClientRect().bottom ?? 0;
      const top = document.querySelector(to)?.getBoundingClientRect().top ?? Number.NaN;
      const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      return atEnd && top > bar ? 0 : top - bar;
    }, target);
    assert(
      Math.abs(offset) <= maxOffset,
      `${target} is ${offset} px away after its link was followed`,
    );
  }
}
