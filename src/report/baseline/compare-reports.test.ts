/** Tests the comparison of two reports: new drifts, fixed drifts, and those that cannot be compared. */
import { describe, expect, test } from 'vitest';
import { compareReports } from './compare-reports.ts';
import { requirementId, sampleFingerprint, reportOfDay } from '../scenes/made-up-day.ts';

describe('compareReports', () => {
  const clean = reportOfDay({ day: '2026-01-01', answers: [['reference']] });
  const worse = reportOfDay({ day: '2026-01-02', drifts: [{}], verdicts: ['drifts'] });

  test('lists new drifts with their first report, and fixed ones', () => {
    expect(compareReports(clean, worse).fresh).toMatchObject([
      { fingerprint: sampleFingerprint, since: '2026-01-02T10:00:00.000Z' },
    ]);
    expect(compareReports(worse, clean)).toMatchObject({
      fresh: [],
      fixed: [{ fingerprint: sampleFingerprint }],
    });
  });

  test('lists requirements that are unproven now, and does not count their drifts as fixed', () => {
    const unproven = reportOfDay({ day: '2026-01-03', verdicts: ['unproven'] });
    expect(compareReports(worse, unproven)).toMatchObject({
      fixed: [],
      unproven: [{ requirement: requirementId }],
      unmatched: [{ in: 'old' }],
    });
  });

  test('compares two targets only by requirements that were tested on both', () => {
    const production = reportOfDay({
      day: '2026-01-02',
      verdicts: ['unproven'],
      target: 'https://production.invalid',
    });
    expect(compareReports(production, worse)).toMatchObject({
      sameTarget: false,
      fresh: [],
      unmatched: [{ in: 'new' }],
    });
    const testing = reportOfDay({ day: '2026-01-02', target: 'https://production.invalid' });
    expect(compareReports(testing, worse).fresh).toHaveLength(1);
  });
});
