/** The checks of the page that compares several reports. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Look } from './look.ts';
import { goToAnchor, followsNavigation, countVisibleRows } from './parts.ts';

/** The page of three reports of one service: with several drifts, without any, and with one of them. */
export function compareLook(address: string): Look {
  return {
    name: 'compare',
    address,
    ready: async (tab) => {
      await tab.getByRole('heading', { level: 1, name: '3 reports side by side' }).waitFor();
    },
    promises: {
      'every link of the navigation lands at its part': followsNavigation,
      'each report has a column, and each fingerprint its own verdict': showsEach,
      'what differs can be asked for alone, and led to': differs,
    },
  };
}

async function showsEach(tab: Page): Promise<void> {
  assert.equal(await tab.locator('.band tbody tr').count(), 3);
  const drifting = async (column: number): Promise<number> =>
    tab.locator(`#drifts td:nth-of-type(${column}) .verdict.drifts`).count();
  const rows = await tab.locator('#drifts tbody tr').count();
  assert.deepEqual([await drifting(1), await drifting(2), await drifting(3)], [rows, 0, 1]);
}

async function differs(tab: Page): Promise<void> {
  const part = tab.locator('#requirements');
  await part.getByRole('button', { name: 'differs' }).click();
  const left = await countVisibleRows(part);
  assert(left > 3 && left < 20, `${left} rows differ`);
  assert.equal(await part.locator('tr:not([hidden]):has(.verdict.drifts)').count(), left);
  await goToAnchor(tab, 'auth.missing-key');
}
