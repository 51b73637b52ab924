/** Tests the comparison of two reports: new drifts, fixed drifts, and drifts that cannot be compared. */
import { describe, expect, test } from 'vitest';
import { compareReports } from './compare-reports.ts';
import {
  requirementId,
  sampleFingerprint,
  createReportOfDay,
} from '../../../tests/support/report/made-up-day.ts';

describe('compareReports', () => {
  const cleanReport = createReportOfDay({ day: '2026-01-01', answers: [['reference']] });
  const driftReport = createReportOfDay({ day: '2026-01-02', drifts: [{}], verdicts: ['drifts'] });

  test('lists new drifts with the time of their first report, and fixed drifts', () => {
    expect(compareReports(cleanReport, driftReport).fresh).toMatchObject([
      { fingerprint: sampleFingerprint, since: '2026-01-02T10:00:00.000Z' },
    ]);
    expect(compareReports(driftReport, cleanReport)).toMatchObject({
      fresh: [],
      fixed: [{ fingerprint: sampleFingerprint }],
    });
  });

  test('lists newly unproven requirements, and does not count their drifts as fixed', () => {
    const unprovenReport = createReportOfDay({ day: '2026-01-03', verdicts: ['unproven'] });
    expect(compareReports(driftReport, unprovenReport)).toMatchObject({
      fixed: [],
      unproven: [{ requirement: requirementId }],
      unmatched: [{ in: 'old' }],
    });
  });

  test('counts a drift of one of two targets as new only if the other target was tested for it', () => {
    const productionReport = createReportOfDay({
      day: '2026-01-02',
      verdicts: ['unproven'],
      target: 'https://production.invalid',
    });
    expect(compareReports(productionReport, driftReport)).toMatchObject({
      sameTarget: false,
      fresh: [],
      unmatched: [{ in: 'new' }],
    });
    const testedProductionReport = createReportOfDay({
      day: '2026-01-02',
      target: 'https://production.invalid',
    });
    expect(compareReports(testedProductionReport, driftReport).fresh).toHaveLength(1);
  });
});
