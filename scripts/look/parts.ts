/** The means that the checks of several pages share. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

/** How many rows of a filtered part are to be seen. */
export async function shownRows(part: Locator): Promise<number> {
  return part.locator('[data-kinds]:not([hidden])').count();
}

/** A part's own statement of how much it shows. */
export async function tallyOf(part: Locator): Promise<string> {
  return (await part.locator('.tally').textContent()) ?? '';
}

/** Goes to an anchor and checks that it is in view. */
export async function follow(tab: Page, id: string): Promise<void> {
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

/** Opens the page of a tab again without scripts, and sees that its text is there. */
export async function readableWithoutScript(tab: Page, selector: string): Promise<void> {
  const browser = tab.context().browser();
  assert(browser !== null);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(tab.url());
  for (const one of await plain.locator(selector).all()) assert(await one.isVisible());
  const text = await plain.locator('main').first().innerText();
  assert(text.length > 500, `${text.length} characters without a script`);
  await context.close();
}
