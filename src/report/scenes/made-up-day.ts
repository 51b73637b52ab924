/** Reports of one service on different days, for tests of changes over time. */
import { madeUpFinding, madeUpReport, madeUpRun } from './made-up-report.ts';
import type { CaseRow, FindingRow, Report, SilenceRow } from '../record/index.ts';

export interface Shown {
  readonly day: string;
  readonly answers?: readonly (readonly [string, string?])[];
  readonly drifts?: readonly Partial<FindingRow>[];
  readonly verdicts?: readonly CaseRow['verdict'][];
  readonly source?: CaseRow['source'];
  readonly target?: string;
}

/** Two fingerprints; the second looks like a number. */
export const [mark, other] = ['0123456789ab', '1234567890e1'];
/** The one requirement in scope. */
export const asked = 'create.content-type-400';

function findingOf(row: Partial<FindingRow>): FindingRow {
  const asCase = { requirement: asked, operation: 'createBook', expected: '400', actual: '415' };
  return { ...madeUpFinding, fingerprint: mark, ...asCase, ...row };
}

/** The report of a day, with the answer to one silence and the verdict of one requirement. */
export function shown({
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
  return {
    ...madeUpReport,
    run: { ...madeUpRun, id: day, startedAt: `${day}T10:00:00.000Z` },
    target: { address: more.target ?? 'https://staging.invalid', kind: 'service', faults: [] },
    requirements: [{ id: asked, ...row, verdict, cases }],
    silences: [silenceOf(answers)],
    findings,
  };
}

function silenceOf(answers: NonNullable<Shown['answers']>): SilenceRow {
  return {
    id: 'create.response',
    says: '',
    section: '',
    verdict: answers.length > 0 ? 'observed' : 'unproven',
    readings: ['reference', 'walkthrough'],
    answers: answers.map(([answer, operation]) => ({
      answer,
      times: 1,
      ...(operation !== undefined && { operation }),
    })),
  };
}
