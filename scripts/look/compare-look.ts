/** The checks of the page that compares several reports. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Look } from './look.ts';
import { follow, shownRows } from './parts.ts';

/** The page of two reports: a clean report, and one with drifts. */
export function compareLook(address: string): Look {
  return {
    name: 'compare',
    address,
    ready: async (tab) => {
      await tab.getByRole('heading', { level: 1, name: '2 reports side by side' }).waitFor();
    },
    promises: { 'what differs can be asked for alone, and led to': differs },
  };
}

async function differs(tab: Page): Promise<void> {
  const part = tab.locator('#requirements');
  await part.getByRole('button', { name: 'differs' }).click();
  const left = await shownRows(part);
  assert(left > 3 && left < 20, `${left} rows differ`);
  assert.equal(await part.locator('tr:not([hidden]) .verdict.drifts').count(), left);
  await follow(tab, 'auth.missing-key');
}
