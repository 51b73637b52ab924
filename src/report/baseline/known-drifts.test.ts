/** Tests what a known drift excuses, and when it makes a run fail. */
import { describe, expect, test } from 'vitest';
import { compareWithEarlier, newEntries } from './known-drifts.ts';
import {
  requirementId,
  sampleFingerprint,
  otherFingerprint,
  reportOfDay,
  type DayOptions,
} from '../scenes/made-up-day.ts';
import type { FindingRow, KnownDrift, Report } from '../record/index.ts';

describe('a known drift', () => {
  const drifting: DayOptions = { day: '2026-03-01', drifts: [{}], verdicts: ['drifts'] };
  const entry: KnownDrift = {
    fingerprint: sampleFingerprint,
    requirement: requirementId,
    reason: 'ticket 17',
    since: '2026-01-01',
    until: '2026-03-01',
  };
  const compareWithKnown = (report: Report, ...known: KnownDrift[]): Report =>
    compareWithEarlier(report, { known, failOnChanged: false });

  test('is accepted up to and including its date', () => {
    const report = compareWithKnown(reportOfDay(drifting), entry);
    expect(report).toMatchObject({ exitCode: 0, stale: [], summary: { known: 1, drifts: 0 } });
    expect(report.requirements[0]?.verdict).toBe('known');
    expect(report.requirements[0]?.cases[0]?.verdict).toBe('known');
  });

  test('fails the run past its date', () => {
    const report = compareWithKnown(reportOfDay({ ...drifting, day: '2026-03-02' }), entry);
    expect(report).toMatchObject({ exitCode: 1, stale: [{ why: 'past its date' }] });
    expect(report.findings[0]?.verdict).toBe('drifts');
  });

  test('needs a reason, and applies only to its own target', () => {
    expect(compareWithKnown(reportOfDay(drifting), { ...entry, reason: '' })).toMatchObject({
      exitCode: 1,
      stale: [],
    });
    const elsewhere = { ...entry, target: 'https://production.invalid' };
    expect(compareWithKnown(reportOfDay(drifting), elsewhere)).toMatchObject({
      exitCode: 1,
      stale: [],
    });
  });

  test('fails the run once the drift is fixed, and says why', () => {
    const report = compareWithKnown(reportOfDay({ day: '2026-02-01' }), entry);
    expect(report).toMatchObject({
      exitCode: 1,
      stale: [{ fingerprint: sampleFingerprint, why: 'no longer true' }],
    });
  });

  test('is not fixed by a case that is unproven or errored', () => {
    for (const verdict of ['unproven', 'errored'] as const) {
      const report = reportOfDay({ day: '2026-02-01', verdicts: ['conforms', verdict] });
      expect(compareWithKnown(report, entry).stale).toEqual([]);
    }
  });

  test('covers a drift that a property shows for some values only', () => {
    const propertyDrift: Partial<FindingRow> = { fingerprint: otherFingerprint, kind: 'property' };
    const report = reportOfDay({ ...drifting, drifts: [{}, propertyDrift] });
    expect(compareWithKnown(report, entry).exitCode).toBe(0);
    expect(newEntries(report)).toHaveLength(1);
    const listed = compareWithKnown(reportOfDay(drifting), entry, {
      ...entry,
      fingerprint: otherFingerprint,
    });
    expect(listed.stale).toMatchObject([{ fingerprint: otherFingerprint }]);
    const testedByProperty = compareWithKnown(reportOfDay({ ...drifting, source: 'property' }), {
      ...entry,
      fingerprint: otherFingerprint,
    });
    expect(testedByProperty.stale).toEqual([]);
  });
});
