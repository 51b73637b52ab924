/** Tests the page that compares reports. */
import { expect, it } from 'vitest';
import type { Report } from '../record/index.ts';
import {
  sampleDrift as finding,
  reportWithDrift as report,
  visibleText,
} from '../scenes/report-with-drift.ts';
import { comparePage } from './compare-page.ts';

it('puts reports side by side, and marks what differs', () => {
  const [, second] = report.requirements;
  const other: Report = {
    ...report,
    target: { ...report.target, address: 'https://production.invalid' },
    findings: [],
    requirements: report.requirements.map((row) =>
      row === second ? row : { ...row, verdict: 'conforms' },
    ),
  };
  const compared = comparePage([report, other]);
  expect(visibleText(compared)).toContain('https://staging.invalid');
  expect(visibleText(compared)).toContain('https://production.invalid');
  expect(compared).toMatch(/id="create\.content-type-400"\s+data-kinds="drifts conforms differs"/);
});

it('shows under a fingerprint whether each report has that drift, and no other', () => {
  const other = { ...finding, fingerprint: 'ffffffffffff' };
  const sameRequirement = { ...report, findings: [other] };
  const text = visibleText(
    comparePage([report, sameRequirement, { ...report, findings: [], requirements: [] }]),
  );
  expect(text).toContain('3 reports side by side');
  expect(text).toContain('not shown, but another drift of this requirement is');
  expect(text).toContain('not tested in full');
});
