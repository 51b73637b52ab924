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

interface Threshold {
  readonly minimumProven: number;
  /** `at least 99 requirements (…)`. */
  readonly description: string;
}

function chooseThreshold(
  { requirements, summary }: Report,
  minimum: MinProven | undefined,
): Threshold {
  if (minimum === undefined) {
    const provable = requirements.filter((row) => row.level === 'must' && row.provable);
    const minimumProven = Math.ceil(provable.length / 2);
    const explanation =
      provable.length === 0
        ? '--allow and --reach permit no tests'
        : `half of the ${provable.length} that --allow and --reach permit testing; --min-proven changes this minimum`;
    return {
      minimumProven,
      description: `at least ${countRequirements(Math.max(1, minimumProven))} (${explanation})`,
    };
  }
  const { amount, unit } = minimum;
  if (unit === 'requirements') {
    return {
      minimumProven: amount,
      description: `at least ${countRequirements(amount)} (--min-proven)`,
    };
  }
  const { total } = summary.must;
  const minimumProven = Math.ceil((total * amount) / 100);
  return {
    minimumProven,
    description: `at least ${countRequirements(minimumProven)} (--min-proven ${amount}% of ${total})`,
  };
}

function countRequirements(requirements: number): string {
  return requirements === 1 ? '1 requirement' : `${requirements} requirements`;
}

/** Matches reasons of requirements for which no response was observed. */
const notObservedPattern = /^no response (to|in) /;

/** Returns the most frequent reason why requirements are unproven; undefined if none is. */
function findMainCause({ requirements }: Report): string | undefined {
  const counts = new Map<string, number>();
  const unprovenRows = requirements.filter(
    ({ level, verdict, untested }) =>
      level === 'must' && verdict === 'unproven' && untested === undefined,
  );
  for (const { reason = 'no reason was given' } of unprovenRows) {
    const kind = generalizeReason(reason);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  // Any other cause explains more than a missing response does.
  const cause = sorted.find(([kind]) => !notObservedPattern.test(kind)) ?? sorted[0];
  if (cause === undefined) return undefined;
  const [kind, times] = cause;
  return `Main cause, for ${times} of ${unprovenRows.length} unproven: ${kind}${kind.endsWith('.') ? '' : '.'}`;
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
