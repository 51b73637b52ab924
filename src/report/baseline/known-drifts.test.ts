/** Tests when a known drift is accepted or makes a run fail, and how known-drifts.yaml is read and updated. */
import { describe, expect, test } from 'vitest';
import { compareWithEarlier, createNewEntries } from './known-drifts.ts';
import {
  requirementId,
  sampleFingerprint,
  otherFingerprint,
  createReportOfDay,
  type DayOptions,
} from '../../../tests/support/report/made-up-drifts.ts';
import type { FindingRow, KnownDrift, Report } from '../record/index.ts';
import { InvalidYaml } from '../../contract/yaml-file.ts';
import { readKnownDrifts, appendEntries } from './known-file.ts';

describe('a known drift', () => {
  const dayWithDrift: DayOptions = { day: '2026-03-01', drifts: [{}], verdicts: ['drifts'] };
  const entry: KnownDrift = {
    fingerprint: sampleFingerprint,
    requirement: requirementId,
    reason: 'ticket 17',
    since: '2026-01-01',
    until: '2026-03-01',
  };
  const compareWithKnown = (report: Report, ...knownDrifts: KnownDrift[]): Report =>
    compareWithEarlier(report, { knownDrifts, failOnChanged: false });

  test('is accepted up to and including its date', () => {
    const report = compareWithKnown(createReportOfDay(dayWithDrift), entry);
    expect(report).toMatchObject({ exitCode: 0, stale: [], summary: { known: 1, drifts: 0 } });
    expect(report.requirements[0]?.verdict).toBe('known');
    expect(report.requirements[0]?.cases[0]?.verdict).toBe('known');
  });

  test('fails the run after its date', () => {
    const report = compareWithKnown(
      createReportOfDay({ ...dayWithDrift, day: '2026-03-02' }),
      entry,
    );
    expect(report).toMatchObject({ exitCode: 1, stale: [{ why: 'past its date' }] });
    expect(report.findings[0]?.verdict).toBe('drifts');
  });

  test('is not accepted without a reason or on another target', () => {
    expect(
      compareWithKnown(createReportOfDay(dayWithDrift), { ...entry, reason: '' }),
    ).toMatchObject({
      exitCode: 1,
      stale: [],
    });
    const entryOfOtherTarget = { ...entry, target: 'https://production.invalid' };
    expect(compareWithKnown(createReportOfDay(dayWithDrift), entryOfOtherTarget)).toMatchObject({
      exitCode: 1,
      stale: [],
    });
  });

  test('fails the run after the drift is fixed, and names the reason', () => {
    const report = compareWithKnown(createReportOfDay({ day: '2026-02-01' }), entry);
    expect(report).toMatchObject({
      exitCode: 1,
      stale: [{ fingerprint: sampleFingerprint, why: 'no longer true' }],
    });
  });

  test('does not fail the run without the drift if it is flaky, until its date', () => {
    const flaky = { ...entry, flaky: true };
    const compareOn = (day: string) => compareWithKnown(createReportOfDay({ day }), flaky);
    expect(compareOn('2026-02-01')).toMatchObject({ exitCode: 0, stale: [] });
    expect(compareOn('2026-03-02')).toMatchObject({ stale: [{ why: 'past its date' }] });
    const text = `- {fingerprint: '${sampleFingerprint}', requirement: list.walk, reason: x, since: 2026-01-01, until: 2026-03-01, flaky: true}`;
    expect(readKnownDrifts(text, 'known.yaml')[0]).toMatchObject({ flaky: true });
  });

  test('does not count as fixed if a case is unproven or errored', () => {
    for (const verdict of ['unproven', 'errored'] as const) {
      const report = createReportOfDay({ day: '2026-02-01', verdicts: ['conforms', verdict] });
      expect(compareWithKnown(report, entry).stale).toEqual([]);
    }
  });

  test('covers the drift of a property for the same requirement, and is fixed only without that property', () => {
    const propertyDrift: Partial<FindingRow> = { fingerprint: otherFingerprint, kind: 'property' };
    const report = createReportOfDay({ ...dayWithDrift, drifts: [{}, propertyDrift] });
    expect(compareWithKnown(report, entry).exitCode).toBe(0);
    expect(createNewEntries(report)).toHaveLength(1);
    const reportWithFixedDrift = compareWithKnown(createReportOfDay(dayWithDrift), entry, {
      ...entry,
      fingerprint: otherFingerprint,
    });
    expect(reportWithFixedDrift.stale).toMatchObject([{ fingerprint: otherFingerprint }]);
    const propertyReport = compareWithKnown(
      createReportOfDay({ ...dayWithDrift, source: 'property' }),
      {
        ...entry,
        fingerprint: otherFingerprint,
      },
    );
    expect(propertyReport.stale).toEqual([]);
  });
});

describe('known-drifts.yaml', () => {
  const content = `# Ours, not theirs.
- fingerprint: '${sampleFingerprint}' # seen by Maud
  requirement: ${requirementId}
  reason: ticket 17
  since: 2026-01-01
  until: 2027-01-31
`;

  test('can be empty, and can have an unquoted fingerprint that looks like a number', () => {
    const text = content.replace(`'${sampleFingerprint}'`, otherFingerprint);
    expect(readKnownDrifts(text, 'k.yaml')).toMatchObject([{ fingerprint: otherFingerprint }]);
    expect(readKnownDrifts('# nothing yet\n', 'k.yaml')).toEqual([]);
  });

  test('keeps its text when entries are appended, and starts with them if there is no file', () => {
    const report = createReportOfDay({
      day: '2026-03-01',
      drifts: [{ fingerprint: otherFingerprint }],
      verdicts: ['drifts'],
    });
    const entries = createNewEntries(report);
    const text = appendEntries(content, entries, 'k.yaml');
    expect(text.startsWith(content.trimEnd())).toBe(true);
    expect(text).toContain('# createBook: expected 400, got 415');
    expect(readKnownDrifts(text, 'k.yaml')).toMatchObject([
      { reason: 'ticket 17' },
      { fingerprint: otherFingerprint, reason: '', since: '2026-03-01', until: '2026-05-30' },
    ]);
    expect(readKnownDrifts(appendEntries(undefined, entries, 'k.yaml'), 'k.yaml')).toHaveLength(1);
  });

  test.each([
    ['- fingerprint: [', /k\.yaml:\d+: not valid YAML/],
    ['known: {}', /a list/],
    ['- 7', /k\.yaml:1: 0 takes a map/],
    [content.replace('2027-01-31', '2027-02-30'), /k\.yaml:\d+: 0\.until takes a day/],
    [content.replace(sampleFingerprint, 'beef'), /twelve hexadecimal digits/],
    [
      content.replace(requirementId, 'create.everything'),
      /0\.requirement takes the id of a requirement/,
    ],
    [content.replace('until', 'til'), /0 lacks "until"/],
    [content.replace(/ {2}until.*\n/, ''), /0 lacks "until"/],
    [content + content, /listed twice/],
  ])('is rejected with the content %j', (text, message) => {
    expect(() => readKnownDrifts(text, 'k.yaml')).toThrow(InvalidYaml);
    expect(() => readKnownDrifts(text, 'k.yaml')).toThrow(message);
  });
});
