/** Decides whether a run proved enough, because a run that tested little must not look good. */
import type { Report } from './report.ts';

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
  return { ...report, verdict: 'unproven', exitCode: 3, run: { ...run, stoppedBecause } };
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
