/** Made-up reports with and without drifts, on different days, and histories of many nights, for tests. */
import { emptySummary, madeUpReport, madeUpRun } from './made-up-report.ts';
import type {
  ExchangeRow,
  FindingRow,
  Report,
  RequirementRow,
  CaseRow,
  SilenceRow,
} from '../../../src/report/record/index.ts';
import { type HistoryLine, toHistoryLine } from '../../../src/report/history/index.ts';
import { createRandom } from '../random.ts';
import { omitUndefined } from '../../../src/contract/omit-undefined.ts';

/** A text that would break a format if it were not escaped. */
export const hostileText = 'a]]>\u0001\u{FFFE}\uD800 <b>&`@all` | \n::error::x % "\'';

function createRequirement(id: string, change: Partial<RequirementRow> = {}): RequirementRow {
  const verdict = 'conforms';
  const counts = { times: 1, requests: 2, took: 31 };
  const says = `The service does ${id}.`;
  const cases = [{ ...counts, source: 'case', verdict, sentence: 'does it' } as const];
  return { id, says, section: 'Errors', level: 'must', verdict, cases, ...change };
}

/** Returns a drift with status 415 instead of 400. */
export function createDrift(requirement: string, change: Partial<FindingRow> = {}): FindingRow {
  return {
    fingerprint: sampleFingerprint,
    requirement,
    level: 'must',
    verdict: 'drifts',
    says: `The service does ${requirement}.`,
    section: 'Errors',
    line: 33,
    sentence: 'does it',
    kind: 'case',
    expected: '400',
    actual: '415',
    firstAtRequest: 7,
    again: `bookdist verify --replay ${requirement}`,
    ...change,
  };
}

/** Returns a GET of the list of books. */
export function createExchangeRow(number: number, status: number, body: unknown = {}): ExchangeRow {
  return {
    number,
    method: 'GET',
    url: 'https://staging.invalid/v2/distribution/books',
    requestHeaders: {},
    status,
    responseHeaders: {},
    mediaType: 'application/json',
    responseBody: body,
    took: 1,
  };
}

const reason = 'needs --allow publish';
const proof = { total: 3, proven: 2, conforms: 2, untested: 0 };
/** A report with a conforming and an unproven requirement, and with an observed and an unproven silence. */
export const report: Report = {
  ...madeUpReport,
  run: { ...madeUpRun, took: 4100, requests: 12 },
  summary: {
    ...emptySummary,
    must: proof,
    should: proof,
    verdicts: { ...emptySummary.verdicts, unproven: 1, conforms: 2 },
    silences: { total: 2, observed: 1 },
  },
  requirements: [
    createRequirement('create.answers-201'),
    createRequirement('publish.answers-204', { verdict: 'unproven', reason }),
  ],
  silences: [
    {
      id: 'create.response',
      says: 'What create answers with.',
      section: 'Endpoints',
      verdict: 'observed',
      readings: ['reference', 'walkthrough'],
      answers: [{ answer: 'walkthrough', operation: 'createBook', times: 9 }],
    },
    {
      id: 'publish.day-14',
      says: 'Whether day 14 is inside.',
      section: 'States',
      verdict: 'unproven',
      reason,
      readings: ['inclusive', 'exclusive'],
      answers: [],
    },
  ],
};

/** Returns the report with these drifts and a requirement for each. */
export function withDrifts(findings: readonly FindingRow[], change: Partial<Report> = {}): Report {
  const rows = findings.map(({ requirement: id, verdict, level, kind: source, fingerprint }) => {
    const { cases, ...row } = createRequirement(id, { verdict });
    const shown = { source, verdict, fingerprints: [fingerprint] };
    return {
      ...row,
      level: level === 'should' ? ('should' as const) : ('must' as const),
      cases: cases.map((test) => ({ ...test, ...shown })),
    };
  });
  const requirements = [...report.requirements, ...rows];
  return { ...report, exitCode: 1, findings, requirements, ...change };
}

const operations = ['listBooks', 'createBook', 'readBook', 'updateBook', 'publishBook'];

/** The drifts and slow operations of a night. */
interface NightOptions {
  readonly drifts?: readonly string[];
  /** The factor by which each operation is slower. */
  readonly slower?: Readonly<Record<string, number>>;
}

/** Creates the nights of a service whose latencies have a normally distributed noise of 10%. */
export function createNights(
  count: number,
  seed: number,
  getOptions: (night: number) => NightOptions = () => ({}),
): HistoryLine[] {
  const nextRandom = createRandom(seed);
  // The Box-Muller transform. The logarithm of 0 would be infinite.
  const noise = (): number =>
    Math.sqrt(-2 * Math.log(nextRandom() || 1e-9)) * Math.cos(2 * Math.PI * nextRandom());
  return Array.from({ length: count }, (_, night) => {
    const { drifts = [], slower = {} } = getOptions(night);
    return {
      ...toHistoryLine(report),
      startedAt: new Date(Date.UTC(2026, 9, 1 + night, 2)).toISOString(),
      total: 197,
      proven: 190,
      conforms: 190 - drifts.length,
      untested: ['put.deadline'],
      drifts: drifts.map((fingerprint) => ({ fingerprint, requirement: `list.${fingerprint}` })),
      latency: operations.map((operation, index) => {
        const median = (20 + 15 * index) * (slower[operation] ?? 1) * Math.exp(0.1 * noise());
        return { operation, calls: 200, median, p95: 3 * median };
      }),
    };
  });
}

/** Creates thirty nights with a flaky drift, a drift that is fixed after five nights, and an operation that becomes slower. */
export function createNightsWithThreeEvents(): HistoryLine[] {
  return createNights(30, 7, (night) => ({
    drifts: [...(night % 4 === 1 ? ['flaky'] : []), ...(night >= 8 && night < 13 ? ['real'] : [])],
    slower: night >= 20 ? { readBook: 1.6 } : {},
  }));
}

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

/** Creates the report of a day, with answers to one silence and the verdict of one requirement. */
export function createReportOfDay({
  day,
  answers = [],
  drifts = [],
  verdicts = ['conforms'],
  ...options
}: DayOptions): Report {
  const findings = drifts.map((row) =>
    createDrift(requirementId, { operation: 'createBook', ...row }),
  );
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
    requirements: [createRequirement(requirementId, { verdict, cases })],
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
