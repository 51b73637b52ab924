/** Tests the promises of the page of a history. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Look } from './look.ts';
import { followsNavigation } from './parts.ts';

/** The page of thirty nights: a flaky drift, one that was fixed after five nights, a slower operation. */
export function historyLook(address: string): Look {
  return {
    name: 'history',
    address,
    ready: async (tab) => tab.getByRole('heading', { level: 1 }).waitFor(),
    promises: {
      'every link of the navigation lands at its part': followsNavigation,
      'it names what stands out, and nothing else': namesThree,
    },
  };
}

async function namesThree(tab: Page): Promise<void> {
  const named = await tab.locator('.band li').allTextContents();
  assert.equal(named.length, 3, named.join(' | '));
  for (const word of ['list.flaky', 'list.real', 'readBook'])
    assert(
      named.some((line) => line.includes(word)),
      `${word} is not among ${named.join(' | ')}`,
    );
}
