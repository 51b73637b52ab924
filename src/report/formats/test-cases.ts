/** Turns a report into test cases, for formats that know only tests (JUnit XML and CTRF), and writes CTRF. */
import { describeSides, formatDriftLines, groupByCause, shortenSides } from '../triage/index.ts';
import { describeCallerFinding, describeProof, describeReadOnly } from '../wording/index.ts';
import type {
  CallerRuleRow,
  FindingRow,
  Report,
  RequirementRow,
  SilenceRow,
} from '../record/index.ts';

/** A test case; `outcome` is absent if it passes. */
export interface TestCase {
  readonly suite: string;
  readonly name: string;
  /** Milliseconds. */
  readonly took?: number;
  readonly outcome?: TestOutcome;
  readonly says: string;
}

export interface TestOutcome {
  readonly kind: 'failure' | 'error' | 'skipped';
  readonly type: string;
  readonly message: string;
  readonly text?: string;
}

/**
 * Returns a test case for each requirement and silence. A drift is a failure, and an errored case is an error.
 * Unproven requirements, known drifts and advice are skipped with the reason, because they do not fail a run.
 * Open questions are in a suite that never fails and prints the answers.
 */
export function createTestCases(report: Report): TestCase[] {
  return [
    toRunCase(report),
    ...toStaleCases(report),
    ...report.requirements.map((row) => toRequirementCase(row, findDrifts(report, row.id))),
    ...report.silences.flatMap((row) => toIllegalAnswerCases(row, findDrifts(report, row.id))),
    ...report.silences.map(toSilenceCase),
    ...(report.callers ?? []).filter(({ judged }) => judged > 0).map(toCallerCase),
  ];
}

/** A broken rule is skipped, not failed, because it fails a run only with `--fail-on caller`. */
function toCallerCase({ id, says, broken, judged, findings }: CallerRuleRow): TestCase {
  const message = `${broken} of ${judged} calls broke this rule`;
  const text = findings.map(describeCallerFinding).join('\n');
  return {
    suite: 'The callers',
    name: id,
    says,
    ...(broken > 0 && { outcome: { kind: 'skipped', type: 'caller', message, text } }),
  };
}

const runSuite = 'The run itself';

/** Creates the case of the run itself. Without it, a run that could not start would seem to pass. */
function toRunCase(report: Report): TestCase {
  const { run, exitCode, summary } = report;
  const readOnly = describeReadOnly(report);
  const cause = summary.errored > 0 ? 'A case failed on our side.' : 'Nothing could be judged.';
  const message = run.stoppedBecause ?? cause;
  const outcome = { kind: 'error', type: run.stopped ?? 'errored', message } as const;
  return {
    suite: runSuite,
    name: 'the run gave a full answer',
    ...(exitCode >= 2 && { outcome }),
    says: `${describeProof(report)}${readOnly === undefined ? '' : `; read only: ${readOnly}`}`,
  };
}

function toStaleCases({ stale = [] }: Report): TestCase[] {
  if (stale.length === 0) return [];
  const lines = stale.map(
    (row) => `${row.fingerprint} ${row.requirement} is ${row.why}: ${row.reason}`,
  );
  const text = lines.join('\n');
  const message = 'Entries of known-drifts.yaml that no longer hold make a run fail.';
  const outcome = { kind: 'failure', type: 'stale', message, text } as const;
  const name = 'every entry of known-drifts.yaml still holds';
  return [{ suite: runSuite, name, outcome, says: text }];
}

function findDrifts(report: Report, requirement: string): FindingRow[] {
  return report.findings.filter((row) => row.requirement === requirement);
}

function toRequirementCase(row: RequirementRow, drifts: readonly FindingRow[]): TestCase {
  const outcome = toOutcome(row, drifts);
  const lines = row.cases.map((test) => `${test.verdict}  ${test.sentence} (${test.times}×)`);
  return {
    suite: row.section,
    name: row.id,
    took: row.cases.reduce((sum, { took }) => sum + took, 0),
    ...(outcome && { outcome }),
    says: [row.says, ...lines].join('\n'),
  };
}

function toOutcome(row: RequirementRow, drifts: readonly FindingRow[]): TestOutcome | undefined {
  const { verdict, reason = 'no reason was given' } = row;
  switch (verdict) {
    case 'drifts':
      return toDriftOutcome(drifts, row.level === 'should' ? 'skipped' : 'failure');
    case 'known':
      return { kind: 'skipped', type: verdict, message: formatKnown(drifts[0]) ?? reason };
    case 'unproven':
      return { kind: 'skipped', type: verdict, message: reason };
    case 'errored':
      return { kind: 'error', type: verdict, message: reason };
    case 'observed':
    case 'conforms':
      return undefined;
    default:
      return verdict satisfies never;
  }
}

function formatKnown(drift?: FindingRow): string | undefined {
  return drift?.known && `known until ${drift.known.until}: ${drift.known.reason}`;
}

function toDriftOutcome(drifts: readonly FindingRow[], kind: TestOutcome['kind']): TestOutcome {
  const [cause] = groupByCause(drifts);
  const sides = cause && describeSides(shortenSides(cause.root, 200));
  return {
    kind,
    type: kind === 'skipped' ? 'advice' : 'drift',
    message: cause ? `${cause.title}: ${sides}` : 'drifts',
    text: drifts.map((row) => formatDriftLines([row]).join('\n')).join('\n\n'),
  };
}

/** Creates a failing case in the section of a silence if one of its answers is not permitted. */
function toIllegalAnswerCases(row: SilenceRow, drifts: readonly FindingRow[]): TestCase[] {
  if (row.verdict !== 'drifts') return [];
  const outcome = toDriftOutcome(drifts, 'failure');
  return [{ suite: row.section, name: row.id, outcome, says: row.says }];
}

function toSilenceCase(row: SilenceRow): TestCase {
  const answers = row.answers.map(
    ({ answer, operation = '', times }) => `${answer}  ${operation} (${times}×)`,
  );
  const message = `no answer: ${row.reason ?? 'nothing showed one'}`;
  const outcome = { kind: 'skipped', type: row.verdict, message } as const;
  const common = { suite: 'Left open by the document', name: row.id };
  if (answers.length === 0) return { ...common, outcome, says: `${row.says}\n${message}` };
  return { ...common, says: [row.says, ...answers].join('\n') };
}

const specVersion = '0.0.0';

/** Returns JSON. Times are milliseconds. */
export function writeCtrf(report: Report): string {
  const { tool, run } = report;
  const tests = createTestCases(report).map(toTest);
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  const start = Date.parse(run.startedAt);
  const summary = {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    pending: 0,
    skipped: count('skipped'),
    other: count('other'),
    start,
    stop: start + Math.round(run.took),
  };
  const results = { tool: { name: 'bookdist', version: tool.version }, summary, tests };
  return `${JSON.stringify({ reportFormat: 'CTRF', specVersion, results }, null, 2)}\n`;
}

/** The status of each kind of outcome. An errored case says nothing about the service, so it has not failed. */
const statuses = { failure: 'failed', error: 'other', skipped: 'skipped' } as const;

function toTest({ suite, name, took = 0, outcome, says }: TestCase) {
  return {
    name,
    suite: [suite],
    status: outcome === undefined ? 'passed' : statuses[outcome.kind],
    duration: Math.round(took),
    ...(outcome && {
      rawStatus: outcome.type,
      message: outcome.message,
      ...(outcome.text !== undefined && { trace: outcome.text }),
    }),
    extra: { says },
  };
}
