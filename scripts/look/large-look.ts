/** The checks of the page of a very large report. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Look } from './look.ts';
import { goToAnchor } from './parts.ts';

/** The page of a report with 300 requirements and 5,000 exchanges. */
export function largeLook(address: string): Look {
  return {
    name: 'large',
    address,
    ready: async (tab) => tab.getByRole('heading', { level: 1, name: 'Drift' }).waitFor(),
    likeAnother: true,
    promises: { 'it stays quick': quick },
  };
}

/** Milliseconds, generous enough for a busy machine: the limit is to catch a page that draws everything immediately. */
const patience = 6000;

async function quick(tab: Page): Promise<void> {
  const loading = await tab.evaluate(
    () => performance.timing.loadEventEnd - performance.timing.fetchStart,
  );
  const began = performance.now();
  await tab.locator('#requirements').getByRole('searchbox').fill('isbn');
  const searching = performance.now() - began;
  const then = performance.now();
  await goToAnchor(tab, 'exchange-104999');
  const unpacking = performance.now() - then;
  console.log(
    `      loaded in ${loading} ms, searched in ${Math.round(searching)} ms, last of 5,000 exchanges after ${Math.round(unpacking)} ms`,
  );
  assert(Math.max(loading, searching, unpacking) < patience);
}
