/** Reports of one service on different days, for tests of changes over time. */
import { omitUndefined } from '../../../src/contract/omit-undefined.ts';
import { madeUpFinding, madeUpReport, madeUpRun } from './made-up-report.ts';
import type { CaseRow, FindingRow, Report, SilenceRow } from '../../../src/report/record/index.ts';

export interface DayOptions {
  readonly day: string;
  readonly answers?: readonly (readonly [answer: string, operation?: string])[];
  readonly drifts?: readonly Partial<FindingRow>[];
  readonly verdicts?: readonly CaseRow['verdict'][];
  readonly source?: CaseRow['source'];
  readonly target?: string;
}

/** The fingerprints of two drifts; the second one looks like a number. */
export const [sampleFingerprint, otherFingerprint] = ['0123456789ab', '1234567890e1'];
/** The one requirement in scope. */
export const requirementId = 'create.content-type-400';

function createFinding(row: Partial<FindingRow>): FindingRow {
  const identity = { fingerprint: sampleFingerprint, requirement: requirementId };
  const sides = { operation: 'createBook', expected: '400', actual: '415' };
  return { ...madeUpFinding, ...identity, ...sides, ...row };
}

/** Creates the report of a day, with answers to one silence and the verdict of one requirement. */
export function createReportOfDay({
  day,
  answers = [],
  drifts = [],
  verdicts = ['conforms'],
  ...options
}: DayOptions): Report {
  const findings = drifts.map(createFinding);
  const commonFields = { says: '', section: '', level: 'must' as const };
  const source = options.source ?? 'case';
  const cases = verdicts.map((verdict, index): CaseRow => ({
    sentence: `asks ${index}`,
    source,
    verdict,
    times: 1,
    requests: 1,
    took: 1,
    ...(verdict === 'drifts' && { fingerprints: findings.map(({ fingerprint }) => fingerprint) }),
  }));
  const verdict = cases.find((caseRow) => caseRow.verdict !== 'conforms')?.verdict ?? 'conforms';
  return {
    ...madeUpReport,
    run: { ...madeUpRun, id: day, startedAt: `${day}T10:00:00.000Z` },
    target: { address: options.target ?? 'https://staging.invalid', kind: 'service', faults: [] },
    requirements: [{ id: requirementId, ...commonFields, verdict, cases }],
    silences: [createSilence(answers)],
    findings,
  };
}

function createSilence(answers: NonNullable<DayOptions['answers']>): SilenceRow {
  return {
    id: 'create.response',
    says: '',
    section: '',
    verdict: answers.length > 0 ? 'observed' : 'unproven',
    readings: ['reference', 'walkthrough'],
    answers: answers.map(([answer, operation]) => omitUndefined({ answer, times: 1, operation })),
  };
}
