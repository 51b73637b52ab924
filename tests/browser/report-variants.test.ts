/** Tests the pages of reports with no, many or unusual drifts, of runs that tested little, and of a very large run. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { renderReportPage } from '../../src/report/page/index.ts';
import { groupByCause } from '../../src/report/triage/index.ts';
import { expectLightWeight, testLayout, themes } from './layout.ts';
import { screens, createPageTest, goToAnchor } from './open-page.ts';
import * as variant from './report-variants.ts';
import { sampleOr } from '../support/sample.ts';
import { readSampleReport, writePage } from './write-pages.ts';

const report = await readSampleReport();
const variants = [
  ['no-drifts', 'Conforms', 'conforms', variant.withFindings(report, [])],
  ['many-drifts', 'Drift', 'drifts', variant.withDrifts(report, 50)],
  ['unusual-texts', 'Drift', 'drifts', variant.withUnusualTexts(report)],
  ['unreachable', 'No full answer: unreachable', 'unproven', variant.unreachable(report)],
  ['too-little-proven', 'Conforms', 'unproven', variant.onlyReading(report)],
] as const;

/** Waits for the verdict in its colour. */
function waitForVerdict(title: string, kind: string) {
  return async (tab: Page): Promise<void> => {
    await tab.getByRole('heading', { level: 1, name: title }).waitFor();
    await tab.locator(`.verdict-line.${kind}`).waitFor();
  };
}

for (const [at, [name, title, kind, changed]] of variants.entries()) {
  const address = writePage(name, renderReportPage(changed));
  const page = { name, getAddress: () => address, waitUntilReady: waitForVerdict(title, kind) };
  // They have the style of the report, which is tested in both themes.
  testLayout(page, sampleOr(themes.slice(at % 2, (at % 2) + 1), themes));
  createPageTest(page)(`${name} lists its drifts, and only drifts are red`, async ({ tab }) => {
    expect(await tab.locator('.drift').count()).toBe(changed.findings.length);
    expect((await tab.locator('.cells .drifts').count()) > 0).toBe(kind === 'drifts');
    if (name !== 'many-drifts') return;
    // The list of all drifts fits on one screen, next to a single drift.
    expect(await tab.locator('.cause').count()).toBe(groupByCause(changed.findings).length);
    const list = await tab.locator('.triage-list').boundingBox();
    expect(list?.height).toBeLessThan(screens.notebook.height);
    expect(await tab.locator('.drift:visible').count()).toBe(1);
  });
}

/** A report with many requirements and 5,000 exchanges. */
function renderLargePage(): string {
  const exchanges = report.findings.flatMap(({ exchange }) => exchange ?? []);
  const again = report.requirements.map((row) => ({ ...row, id: `${row.id}-again` }));
  const rows = Array.from({ length: 5000 }, (_, at) => exchanges[at % exchanges.length]);
  return renderReportPage(
    { ...report, requirements: [...report.requirements, ...again] },
    rows.flatMap((row, at) => (row === undefined ? [] : { ...row, number: 100_000 + at })),
  );
}

const large = {
  name: 'large',
  getAddress: () => writePage('large', renderLargePage()),
  getView: () => ({ size: screens.phone }),
  waitUntilReady: waitForVerdict('Drift', 'drifts'),
};

createPageTest(large)(
  'a large report is light enough for a phone, can be searched, and opens its last exchange',
  async ({ tab }) => {
    await expectLightWeight(tab, {});
    await tab.locator('#requirements').getByRole('searchbox').fill('isbn');
    await goToAnchor(tab, 'exchange-104999');
  },
);
