/** Tests the page that compares reports. */
import { expect, it } from 'vitest';
import type { Report } from '../record/index.ts';
import {
  sampleDrift as finding,
  reportWithDrift as report,
  getVisibleText,
} from '../../../tests/support/report/report-with-drift.ts';
import { renderComparisonPage } from './compare-page.ts';

it('shows reports side by side, and marks requirements with different verdicts', () => {
  const [, secondRequirement] = report.requirements;
  const otherReport: Report = {
    ...report,
    target: { ...report.target, address: 'https://production.invalid' },
    findings: [],
    requirements: report.requirements.map((row) =>
      row === secondRequirement ? row : { ...row, verdict: 'conforms' },
    ),
  };
  const page = renderComparisonPage([report, otherReport]);
  expect(getVisibleText(page)).toContain('https://staging.invalid');
  expect(getVisibleText(page)).toContain('https://production.invalid');
  expect(page).toMatch(/id="create\.content-type-400"\s+data-kinds="drifts conforms differs"/);
});

it('shows for each drift why a report does not have it', () => {
  const otherDrift = { ...finding, fingerprint: 'ffffffffffff' };
  const sameRequirement = { ...report, findings: [otherDrift] };
  const text = getVisibleText(
    renderComparisonPage([report, sameRequirement, { ...report, findings: [], requirements: [] }]),
  );
  expect(text).toContain('3 reports side by side');
  expect(text).toContain('not shown, but another drift of this requirement is');
  expect(text).toContain('not tested in full');
});
