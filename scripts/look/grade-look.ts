/** The checks of a grade's page. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Look } from './look.ts';
import { follow, landsAtParts, shownRows } from './parts.ts';

/** The page of a grade. */
export function gradeLook(address: string): Look {
  return {
    name: 'grade',
    address,
    ready: async (tab) => {
      await tab.getByRole('img', { name: /requirements by \d+ faults/ }).waitFor();
    },
    promises: {
      'every link of the navigation lands at its part': landsAtParts,
      'a fault is found, and leads to what it breaks': finds,
    },
  };
}

async function finds(tab: Page): Promise<void> {
  const part = tab.locator('#faults');
  await part.getByRole('searchbox').fill('chapter-not-added');
  assert.equal(await shownRows(part), 1);
  await part.locator('tr:not([hidden]) .reason a').first().click();
  await follow(tab, 'chapters.add');
}
