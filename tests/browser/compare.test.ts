/** Tests the page of three reports of one service: with several drifts, without drifts, and with one of them. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Report } from '../../src/report/record/index.ts';
import { renderComparisonPage } from '../../src/report/page/index.ts';
import { testLayout } from './layout.ts';
import { followNavigation, goToAnchor, createPageTest } from './open-page.ts';
import { withFindings } from './report-variants.ts';
import { readSampleReport, writePage } from './write-pages.ts';

const report = await readSampleReport();
const onDay = (day: number, findings: Report['findings']): Report => ({
  ...withFindings(report, findings),
  run: { ...report.run, startedAt: `2026-01-0${day}T03:04:05.000Z` },
});
const reports = [report, onDay(2, []), onDay(3, report.findings.slice(0, 1))];
const address = writePage('compare', renderComparisonPage(reports));
const page = {
  name: 'compare',
  getAddress: () => address,
  waitUntilReady: async (tab: Page) =>
    tab.getByRole('heading', { level: 1, name: /: \d+ new, \d+ fixed$/ }).waitFor(),
};
const test = createPageTest(page);

testLayout(page);

test('every link of the navigation scrolls to its section', async ({ tab }) => {
  await followNavigation(tab);
});

test('each report has a column with its own verdicts', async ({ tab }) => {
  expect(await tab.locator('.band tbody tr').count()).toBe(3);
  const countDrifts = async (column: number): Promise<number> =>
    tab.locator(`#drifts td:nth-of-type(${column}) .verdict.drifts`).count();
  expect(await Promise.all([1, 2, 3].map(countDrifts))).toEqual([report.findings.length, 0, 1]);
});

test('a filter leaves the requirements that differ, and a link shows a hidden one', async ({
  tab,
}) => {
  const section = tab.locator('#requirements');
  await section.getByRole('button', { name: 'differs' }).click();
  const drifting = new Set(report.findings.map(({ requirement }) => requirement));
  expect(await section.locator('[data-kinds]:not([hidden])').count()).toBe(drifting.size);
  expect(await section.locator('tr:not([hidden]):has(.verdict.drifts)').count()).toBe(
    drifting.size,
  );
  await goToAnchor(tab, 'auth.missing-key');
});
