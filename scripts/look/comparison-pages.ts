/** Tests the pages that present several reports: a comparison and a history. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PageUnderTest } from './check-page.ts';
import { countVisibleRows, followNavigation, goToAnchor } from './shared-steps.ts';

/** The page of three reports of one service: with several drifts, without drifts, and with one of them. */
export function comparisonPage(address: string): PageUnderTest {
  return {
    name: 'compare',
    address,
    ready: async (tab) => {
      await tab.getByRole('heading', { level: 1, name: '3 reports side by side' }).waitFor();
    },
    tests: {
      'every link of the navigation scrolls to its section': followNavigation,
      'each report has a column with its own verdicts': showsColumns,
      'a filter leaves the requirements that differ, and a link shows a hidden one':
        filtersDifferences,
    },
  };
}

async function showsColumns(tab: Page): Promise<void> {
  assert.equal(await tab.locator('.band tbody tr').count(), 3);
  const countDrifts = async (column: number): Promise<number> =>
    tab.locator(`#drifts td:nth-of-type(${column}) .verdict.drifts`).count();
  const rows = await tab.locator('#drifts tbody tr').count();
  assert.deepEqual(
    [await countDrifts(1), await countDrifts(2), await countDrifts(3)],
    [rows, 0, 1],
  );
}

async function filtersDifferences(tab: Page): Promise<void> {
  const section = tab.locator('#requirements');
  await section.getByRole('button', { name: 'differs' }).click();
  const left = await countVisibleRows(section);
  assert(left > 3 && left < 20, `${left} rows differ`);
  assert.equal(await section.locator('tr:not([hidden]):has(.verdict.drifts)').count(), left);
  await goToAnchor(tab, 'auth.missing-key');
}

/** The page of thirty nights: a flaky drift, one that was fixed after five nights, a slower operation. */
export function historyPage(address: string): PageUnderTest {
  return {
    name: 'history',
    address,
    ready: async (tab) => tab.getByRole('heading', { level: 1 }).waitFor(),
    tests: {
      'every link of the navigation scrolls to its section': followNavigation,
      'it names the three events, and nothing else': namesEvents,
    },
  };
}

async function namesEvents(tab: Page): Promise<void> {
  const lines = await tab.locator('.band li').allTextContents();
  assert.equal(lines.length, 3, lines.join(' | '));
  for (const word of ['list.flaky', 'list.real', 'readBook'])
    assert(
      lines.some((line) => line.includes(word)),
      `${word} is not among ${lines.join(' | ')}`,
    );
}
