/** Tests the page of thirty nights: a flaky drift, one that was fixed after five nights, and a slower operation. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { summarizeHistory } from '../../src/report/history/index.ts';
import { renderHistoryPage } from '../../src/report/page/index.ts';
import { createNightsWithThreeEvents } from '../support/report/made-up-drifts.ts';
import { testLayout } from './layout.ts';
import { followNavigation, createPageTest } from './open-page.ts';
import { writePage } from './write-pages.ts';

const history = summarizeHistory(createNightsWithThreeEvents());
if (history === undefined) throw new Error('The history is empty.');
const address = writePage('history', renderHistoryPage(history));
const page = {
  name: 'history',
  getAddress: () => address,
  waitUntilReady: async (tab: Page) => tab.getByRole('heading', { level: 1 }).waitFor(),
};
const test = createPageTest(page);

testLayout(page);

test('it names the three events and nothing else, and its navigation leads to its sections', async ({
  tab,
}) => {
  const events = await tab.locator('.band li').allTextContents();
  const names = ['list.flaky', 'list.real', 'readBook'];
  expect(events).toHaveLength(names.length);
  for (const name of names) expect(events.join('\n')).toContain(name);
  // What is fixed comes last, and does not make the title red.
  expect(await tab.locator('h1').innerText()).toBe('1 flaky, 1 fixed, 1 slower');
  expect(events.at(-1)).toContain('fixed');
  await followNavigation(tab);
});
