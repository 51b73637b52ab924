/** Decides whether a run proved enough. A run that tested little must not look good. */
import type { Report } from './report.ts';

/** The share of the document's requirements that must be proven. */
export interface MinProven {
  readonly amount: number;
  readonly of: 'requirements' | 'percent';
}

/**
 * The report, with exit code 3 and a sentence if it shows no drift and too little was proven.
 * @param minimum undefined for half of what the consent and the reach of the run allow
 */
export function requireMinProven(report: Report, minimum: MinProven | undefined): Report {
  const { run, summary } = report;
  const { proven } = summary.must;
  if (report.exitCode !== 0 && !hasOnlyTooLittleProof(report)) return report;
  const threshold = chooseThreshold(report, minimum);
  if (report.exitCode === 0 && proven >= threshold.needed) return report;
  const sentence = `Too little was proven for a verdict: ${proven}, but a verdict needs ${threshold.description}.`;
  const stoppedBecause = [sentence, findMainCause(report)].filter(Boolean).join(' ');
  return { ...report, verdict: 'unproven', exitCode: 3, run: { ...run, stoppedBecause } };
}

/** Returns true if the only problem of a run is that it proved too little. */
function hasOnlyTooLittleProof({ exitCode, run, summary }: Report): boolean {
  return exitCode === 3 && run.stopped === undefined && summary.errored === 0;
}

interface Threshold {
  readonly needed: number;
  /** `at least 99 requirements (…)`. */
  readonly description: string;
}

function chooseThreshold(
  { requirements, summary }: Report,
  minimum: MinProven | undefined,
): Threshold {
  if (minimum === undefined) {
    const provable = requirements.filter((row) => row.level === 'must' && row.provable);
    const needed = Math.ceil(provable.length / 2);
    const why =
      provable.length === 0
        ? '--allow and --reach permit no test of any'
        : `half of the ${provable.length} that --allow and --reach permit to test; --min-proven changes it`;
    return { needed, description: `at least ${countRequirements(Math.max(1, needed))} (${why})` };
  }
  const { amount, of } = minimum;
  if (of === 'requirements') {
    return { needed: amount, description: `at least ${countRequirements(amount)} (--min-proven)` };
  }
  const { total } = summary.must;
  const needed = Math.ceil((total * amount) / 100);
  return {
    needed,
    description: `at least ${countRequirements(needed)} (--min-proven ${amount}% of ${total})`,
  };
}

function countRequirements(requirements: number): string {
  return requirements === 1 ? '1 requirement' : `${requirements} requirements`;
}

const notObserved = /^no response (to|in) /;

/** Returns the most frequent reason why requirements are unproven; nothing if the run met none. */
function findMainCause({ requirements }: Report): string | undefined {
  const counts = new Map<string, number>();
  const unproven = requirements.filter(
    ({ level, verdict, untested }) =>
      level === 'must' && verdict === 'unproven' && untested === undefined,
  );
  for (const { reason = 'no reason was given' } of unproven) {
    const kind = generalizeReason(reason);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  // Another cause explains why nothing was seen.
  const cause = sorted.find(([kind]) => !notObserved.test(kind)) ?? sorted[0];
  if (cause === undefined) return undefined;
  const [kind, times] = cause;
  return `Main cause, for ${times} of ${unproven.length} unproven: ${kind}${kind.endsWith('.') ? '' : '.'}`;
}

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
    .slice(0, 400);
}
