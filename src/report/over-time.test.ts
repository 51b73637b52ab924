/** Asks what is remembered, what counts as changed and what a known drift excuses, of small reports made by hand. */
import { describe, expect, test } from 'vitest';
import { changedAnswers } from './changed-answers.ts';
import { compareReports } from './compare.ts';
import { heldAgainst } from './held-against.ts';
import { newEntries } from './known-drifts.ts';
import { NotKnownDrifts, readKnownDrifts, withAdded } from './known-file.ts';
import { madeUpReport, madeUpRun } from './made-up-report.ts';
import { observedIn, remember } from './observed.ts';
import type { KnownDrift } from './over-time.ts';
import type { AnswerRow, CaseRow, FindingRow, Report } from './report.ts';

interface Shown {
  readonly day: string;
  readonly answers?: readonly (readonly [string, string?])[];
  readonly drifts?: readonly Partial<FindingRow>[];
  readonly verdicts?: readonly CaseRow['verdict'][];
  readonly source?: CaseRow['source'];
  readonly target?: string;
}

const [mark, other] = ['0123456789ab', '1234567890e1'];
const asked = 'create.content-type-400';

function findingOf(row: Partial<FindingRow>): FindingRow {
  return {
    fingerprint: mark,
    requirement: asked,
    level: 'must',
    verdict: 'drifts',
    says: '',
    section: '',
    sentence: '',
    kind: 'case',
    operation: 'createBook',
    expected: '400',
    actual: '415',
    occurrences: 1,
    firstAtRequest: 1,
    again: '',
    ...row,
  };
}

function shown({
  day,
  answers = [],
  drifts = [],
  verdicts = ['conforms'],
  ...more
}: Shown): Report {
  const findings = drifts.map(findingOf);
  const row = { says: '', section: '', level: 'must' as const };
  const source = more.source ?? 'case';
  const cases = verdicts.map((verdict, at): CaseRow => ({
    sentence: `asks ${at}`,
    source,
    verdict,
    times: 1,
    requests: 1,
    took: 1,
    ...(verdict === 'drifts' && { fingerprints: findings.map(({ fingerprint }) => fingerprint) }),
  }));
  const verdict = cases.find((one) => one.verdict !== 'conforms')?.verdict ?? 'conforms';
  const given = answers.map(([answer, operation]): AnswerRow => ({
    answer,
    times: 1,
    ...(operation !== undefined && { operation }),
  }));
  return {
    ...madeUpReport,
    run: { ...madeUpRun, id: day, startedAt: `${day}T10:00:00.000Z` },
    target: { address: more.target ?? 'https://staging.invalid', kind: 'service', faults: [] },
    requirements: [{ id: asked, ...row, verdict, cases }],
    silences: [
      {
        id: 'create.response',
        says: '',
        section: '',
        verdict: given.length > 0 ? 'observed' : 'unproven',
        readings: ['reference', 'walkthrough'],
        answers: given,
      },
    ],
    findings,
  };
}

describe('remembered answers', () => {
  const first = shown({ day: '2026-01-01', answers: [['reference']] });

  test('keep when they first came and came last', () => {
    const seen = remember(shown({ day: '2026-01-05', answers: [['reference']] }), remember(first));
    expect(seen.silences['create.response']).toEqual([
      {
        answer: 'reference',
        firstSeen: '2026-01-01T10:00:00.000Z',
        lastSeen: '2026-01-05T10:00:00.000Z',
      },
    ]);
    expect(observedIn(JSON.parse(JSON.stringify(seen)))).toEqual(seen);
  });

  test('stay where a run did not ask', () => {
    const seen = remember(shown({ day: '2026-01-05' }), remember(first));
    expect(seen.silences).toEqual(remember(first).silences);
  });

  test('are nothing else that JSON can hold', () => {
    for (const value of [null, [], {}, { ...remember(first), silences: [] }]) {
      expect(observedIn(value)).toBeUndefined();
    }
  });

  test('make another answer a change, there and back', () => {
    const second = shown({ day: '2026-01-02', answers: [['walkthrough']] });
    expect(changedAnswers(second, remember(first))).toMatchObject([
      {
        silence: 'create.response',
        answer: 'walkthrough',
        previous: ['reference'],
        since: '2026-01-02T10:00:00.000Z',
        lastSeen: '2026-01-01T10:00:00.000Z',
      },
    ]);
    const both = remember(second, remember(first));
    const third = shown({ day: '2026-01-03', answers: [['reference']] });
    expect(changedAnswers(third, both)).toMatchObject([{ previous: ['walkthrough'] }]);
  });

  test('of several kinds make no change of seeing fewer, or the same again', () => {
    const mixed = shown({
      day: '2026-01-01',
      answers: [
        ['200', 'listBooks'],
        ['400', 'listBooks'],
      ],
    });
    const fewer = shown({ day: '2026-01-02', answers: [['200', 'listBooks']] });
    expect(changedAnswers(fewer, remember(mixed))).toEqual([]);
    expect(changedAnswers(mixed, remember(fewer, remember(mixed)))).toEqual([]);
  });

  test('tell a change of one operation among several, and of the operation that shows it', () => {
    const before = shown({
      day: '2026-01-01',
      answers: [
        ['message', 'readBook'],
        ['problem', 'attachFile'],
      ],
    });
    const after = shown({
      day: '2026-01-02',
      answers: [
        ['problem', 'readBook'],
        ['problem', 'attachFile'],
      ],
    });
    expect(changedAnswers(after, remember(before))).toMatchObject([{ operation: 'readBook' }]);
    const refused = shown({ day: '2026-01-02', answers: [['409', 'attachFile']] });
    const works = shown({ day: '2026-01-01', answers: [['replaces', 'readBook']] });
    expect(changedAnswers(refused, remember(works))).toMatchObject([{ previous: ['replaces'] }]);
  });

  test('fail a run only where that is asked for', () => {
    const second = shown({ day: '2026-01-02', answers: [['walkthrough']] });
    const observed = remember(first);
    expect(heldAgainst(second, { observed, failOnChanged: false }).exitCode).toBe(0);
    expect(heldAgainst(second, { observed, failOnChanged: true })).toMatchObject({
      exitCode: 1,
      summary: { changed: 1 },
      remembered: { lastRun: '2026-01-01T10:00:00.000Z' },
    });
  });
});

describe('a known drift', () => {
  const drifting: Shown = { day: '2026-03-01', drifts: [{}], verdicts: ['drifts'] };
  const entry: KnownDrift = {
    fingerprint: mark,
    requirement: asked,
    reason: 'ticket 17',
    since: '2026-01-01',
    until: '2026-03-01',
  };
  const held = (report: Report, ...known: KnownDrift[]): Report =>
    heldAgainst(report, { known, failOnChanged: false });

  test('is excused until its date, that day included', () => {
    const report = held(shown(drifting), entry);
    expect(report).toMatchObject({ exitCode: 0, stale: [], summary: { known: 1, drifts: 0 } });
    expect(report.requirements[0]?.verdict).toBe('known');
    expect(report.requirements[0]?.cases[0]?.verdict).toBe('known');
  });

  test('fails the run past its date', () => {
    const report = held(shown({ ...drifting, day: '2026-03-02' }), entry);
    expect(report).toMatchObject({ exitCode: 1, stale: [{ why: 'past its date' }] });
    expect(report.findings[0]?.verdict).toBe('drifts');
  });

  test('is no excuse without a reason, and none for another target', () => {
    expect(held(shown(drifting), { ...entry, reason: '' })).toMatchObject({
      exitCode: 1,
      stale: [],
    });
    const elsewhere = { ...entry, target: 'https://production.invalid' };
    expect(held(shown(drifting), elsewhere)).toMatchObject({ exitCode: 1, stale: [] });
  });

  test('fails the run once it is mended, and says so', () => {
    const report = held(shown({ day: '2026-02-01' }), entry);
    expect(report).toMatchObject({
      exitCode: 1,
      stale: [{ fingerprint: mark, why: 'no longer true' }],
    });
  });

  test('is not mended by a case that stayed unproven or broke', () => {
    for (const verdict of ['unproven', 'errored'] as const) {
      const report = shown({ day: '2026-02-01', verdicts: ['conforms', verdict] });
      expect(held(report, entry).stale).toEqual([]);
    }
  });

  test('is not mended in a shard, which asks its part alone', () => {
    const report = shown({ day: '2026-02-01' });
    const part = { ...report, run: { ...report.run, shard: { index: 1, of: 2 } } };
    expect(held(part, entry).stale).toEqual([]);
  });

  test('covers the echo of a property, which comes and goes with the values drawn', () => {
    const echo: Partial<FindingRow> = { fingerprint: other, kind: 'property' };
    const report = shown({ ...drifting, drifts: [{}, echo] });
    expect(held(report, entry).exitCode).toBe(0);
    expect(newEntries(report)).toHaveLength(1);
    const listed = held(shown(drifting), entry, { ...entry, fingerprint: other });
    expect(listed.stale).toMatchObject([{ fingerprint: other }]);
    const drawn = held(shown({ ...drifting, source: 'property' }), {
      ...entry,
      fingerprint: other,
    });
    expect(drawn.stale).toEqual([]);
  });
});

describe('known-drifts.yaml', () => {
  const written = `# Ours, not theirs.
- fingerprint: '${mark}' # seen by Maud
  requirement: ${asked}
  reason: ticket 17
  since: 2026-01-01
  until: 2027-01-31
`;

  test('is read with fingerprints that look like numbers', () => {
    const text = written.replace(`'${mark}'`, other);
    expect(readKnownDrifts(text, 'k.yaml')).toMatchObject([{ fingerprint: other }]);
    expect(readKnownDrifts('# nothing yet\n', 'k.yaml')).toEqual([]);
  });

  test('keeps what people wrote when entries are added', () => {
    const drifting = shown({
      day: '2026-03-01',
      drifts: [{ fingerprint: other }],
      verdicts: ['drifts'],
    });
    const added = newEntries(drifting).map((entry) => ({ entry, says: 'expected 400, came 415' }));
    const text = withAdded(written, added, 'k.yaml');
    expect(text.startsWith(written.trimEnd())).toBe(true);
    expect(text).toContain('# expected 400, came 415');
    expect(readKnownDrifts(text, 'k.yaml')).toMatchObject([
      { reason: 'ticket 17' },
      { fingerprint: other, reason: '', since: '2026-03-01', until: '2026-05-30' },
    ]);
    expect(readKnownDrifts(withAdded(undefined, added, 'k.yaml'), 'k.yaml')).toHaveLength(1);
  });

  test.each([
    ['- fingerprint: [', /k\.yaml:\d+: this is no YAML/],
    ['known: {}', /a list/],
    ['- 7', /k\.yaml:1: an entry is a map/],
    [written.replace('2027-01-31', '2027-02-30'), /k\.yaml:2: "2027-02-30" is no day/],
    [written.replace(mark, 'beef'), /twelve hexadecimal digits/],
    [written.replace(asked, 'create.everything'), /no requirement "create\.everything"/],
    [written.replace('until', 'til'), /til is none of/],
    [written.replace(/ {2}until.*\n/, ''), /until is missing/],
    [written + written, /there twice/],
  ])('refuses %j', (text, message) => {
    expect(() => readKnownDrifts(text, 'k.yaml')).toThrow(NotKnownDrifts);
    expect(() => readKnownDrifts(text, 'k.yaml')).toThrow(message);
  });
});

describe('two reports', () => {
  const clean = shown({ day: '2026-01-01', answers: [['reference']] });
  const worse = shown({ day: '2026-01-02', drifts: [{}], verdicts: ['drifts'] });

  test('show what is new, since when, and what was fixed', () => {
    expect(compareReports(clean, worse).fresh).toMatchObject([
      { fingerprint: mark, since: '2026-01-02T10:00:00.000Z' },
    ]);
    expect(compareReports(worse, clean)).toMatchObject({
      fresh: [],
      fixed: [{ fingerprint: mark }],
    });
  });

  test('show what nobody proved this time, and take it for no repair', () => {
    const open = shown({ day: '2026-01-03', verdicts: ['unproven'] });
    expect(compareReports(worse, open)).toMatchObject({
      fixed: [],
      unproven: [{ requirement: asked }],
      unmatched: [{ in: 'old' }],
    });
  });

  test('of two targets hold against one only what the other was asked too', () => {
    const production = shown({
      day: '2026-01-02',
      verdicts: ['unproven'],
      target: 'https://production.invalid',
    });
    expect(compareReports(production, worse)).toMatchObject({
      sameTarget: false,
      fresh: [],
      unmatched: [{ in: 'new' }],
    });
    const asks = shown({ day: '2026-01-02', target: 'https://production.invalid' });
    expect(compareReports(asks, worse).fresh).toHaveLength(1);
  });
});
