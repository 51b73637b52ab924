/**
 * Maps the outcome of a run to its exit code. Decides whether a run proved enough, because a run that tested
 * little must not look good. Selects the answers that few readers of the document would expect.
 */
import type { StopReason } from '../../harness/evidence/index.ts';
import type { ExitCode, RunVerdict, Report, AnswerRow, SilenceRow } from './report.ts';

export interface RunFacts {
  /** Distinct new drifts of what the document states or restricts; advice does not count. */
  readonly drifts: number;
  /** Cases that failed on our side or in the network. */
  readonly errored: number;
  /** The number of proven requirements and observed silences. */
  readonly answered: number;
  /** True if requirements were tested and not one of them was proven. */
  readonly nothingProven: boolean;
  readonly stopped: StopReason | undefined;
  /** Entries of known-drifts.yaml that no longer hold. */
  readonly stale?: number;
  /** Changed answers, if they fail the run. */
  readonly changed?: number;
  /** Surprising answers, if they fail the run. */
  readonly surprising?: number;
}

/** Reasons to stop that are due to the service or the network. */
const serviceFailures: ReadonlySet<StopReason> = new Set([
  'unreachable',
  'key refused',
  'not the service',
  'stopped responding',
]);

/** Returns the exit code. A drift decides it even in a run that ended early. */
export function chooseExitCode(facts: RunFacts): ExitCode {
  const { drifts, stale = 0, changed = 0, surprising = 0 } = facts;
  if (drifts + stale + changed + surprising > 0) return 1;
  if (facts.stopped === 'interrupted') return 130;
  if (facts.stopped !== undefined && facts.stopped !== 'bail') return 3;
  return facts.errored > 0 || facts.answered === 0 || facts.nothingProven ? 3 : 0;
}

export function chooseRunVerdict(facts: RunFacts): RunVerdict {
  const code = chooseExitCode(facts);
  if (code === 0) return 'conforms';
  if (code === 1) return 'drifts';
  return (facts.stopped !== undefined && serviceFailures.has(facts.stopped)) || facts.errored > 0
    ? 'errored'
    : 'unproven';
}

/** How many of the document's requirements must be proven. */
export interface MinProven {
  readonly amount: number;
  readonly unit: 'requirements' | 'percent';
}

/**
 * Returns the report. If it shows no drift and too little was proven, it gets exit code 3 and the reason.
 * @param minimum undefined for half of what the consent and the reach of the run allow
 */
export function requireMinProven(report: Report, minimum: MinProven | undefined): Report {
  const { run, summary } = report;
  const { proven } = summary.must;
  if (report.exitCode !== 0 && !hasOnlyTooLittleProof(report)) return report;
  const threshold = chooseThreshold(report, minimum);
  if (report.exitCode === 0 && proven >= threshold.minimumProven) return report;
  const sentence = `Too little was proven for a verdict: ${proven}, but a verdict needs ${threshold.description}.`;
  const stoppedBecause = [sentence, findMainCause(report)].filter(Boolean).join(' ');
  const needed = threshold.minimumProven;
  return { ...report, verdict: 'unproven', exitCode: 3, run: { ...run, stoppedBecause, needed } };
}

/** Returns true if the only problem of a run is that it proved too little. */
function hasOnlyTooLittleProof({ exitCode, run, summary }: Report): boolean {
  return exitCode === 3 && run.stopped === undefined && summary.errored === 0;
}

/** Returns how many requirements must be proven, and a description such as `at least 99 requirements (…)`. */
function chooseThreshold({ requirements, summary }: Report, minimum: MinProven | undefined) {
  if (minimum === undefined) {
    const provable = requirements.filter((row) => row.level === 'must' && row.provable).length;
    // A run that only observes silences tests no requirement, and needs none.
    if (provable === 0)
      return {
        minimumProven: 0,
        description: 'a requirement that --allow and --reach permit testing',
      };
    const explanation = `half of the ${provable} that --allow and --reach permit testing; --min-proven changes this minimum`;
    return describeThreshold(Math.ceil(provable / 2), explanation);
  }
  const { amount, unit } = minimum;
  if (unit === 'requirements') return describeThreshold(amount, '--min-proven');
  const { total } = summary.must;
  const count = Math.ceil((total * amount) / 100);
  return describeThreshold(count, `--min-proven ${amount}% of ${total}`);
}

function describeThreshold(minimumProven: number, explanation: string) {
  const count = minimumProven === 1 ? '1 requirement' : `${minimumProven} requirements`;
  return { minimumProven, description: `at least ${count} (${explanation})` };
}

/** Matches reasons of requirements for which no response was observed. */
const notObservedPattern = /^no response (to|in) /;

/** Returns the most frequent reason why requirements are unproven; undefined if none is. */
function findMainCause({ requirements }: Report): string | undefined {
  const counts = new Map<string, number>();
  const rows = requirements.filter(
    ({ level, verdict, untested }) => level === 'must' && verdict === 'unproven' && !untested,
  );
  for (const { reason = 'no reason was given' } of rows) {
    const kind = generalizeReason(reason);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  // Any other cause explains more than a missing response does.
  const cause = sorted.find(([kind]) => !notObservedPattern.test(kind)) ?? sorted[0];
  if (cause === undefined) return undefined;
  const [kind, times] = cause;
  return `Main cause, for ${times} of ${rows.length} unproven: ${kind}${kind.endsWith('.') ? '' : '.'}`;
}

/** In characters. A reason may quote a long response. */
const maxReasonLength = 400;

/** Returns a reason without the ids, numbers and values that differ from case to case. */
export function generalizeReason(reason: string): string {
  return reason
    .replace(/^(cannot be tested from outside): .*$/s, '$1')
    .replace(/^[A-Z]+ \/\S* (failed transiently) .*, ([^,]+)$/s, 'a request $1: $2')
    .replace(/^[A-Z]+ \/\S* (failed transiently) (?:once|\d+ times)/, 'a request $1')
    .replace(/^no response to .* showed it$/, 'no response in this run showed it')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '{id}')
    .replace(/bookdist-[0-9a-f]+-\d+/g, '{externalId}')
    .replace(/(was not: \d{3}|answered \d{3})\b.*$/s, '$1')
    .replace(/\?\S*/g, '')
    .slice(0, maxReasonLength);
}

interface SurprisingAnswer extends AnswerRow {
  readonly silence: string;
  readonly says: string;
  /** The answers that a reader of the document would expect. */
  readonly usual: readonly string[];
}

/** Returns the surprising answers among the rows, one per silence and answer. */
export function findSurprisingAnswers(silences: readonly SilenceRow[]): SurprisingAnswer[] {
  return silences.flatMap(({ id, says, readings, surprising = [], answers }) =>
    surprising.flatMap((reading) => {
      const first = answers.find(({ answer }) => answer === reading);
      const usual =
        readings === 'any'
          ? ['another answer']
          : readings.filter((name) => !surprising.includes(name));
      return first === undefined ? [] : [{ ...first, silence: id, says, usual }];
    }),
  );
}
