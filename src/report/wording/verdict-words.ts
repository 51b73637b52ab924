/** Names the verdict of a run in every form of its report, with its reasons. */
import { driftsOfAdvice, knownDrifts, newDrifts } from './drift-counts.ts';
import type { Report } from '../record/index.ts';

export interface VerdictWords {
  /** In lower case; a terminal shows it in capitals, a page capitalises it. */
  readonly title: string;
  readonly kind: 'conforms' | 'drifts' | 'unproven';
}

/** Names what failed: a run can also fail because of its known drifts, or of changed answers. */
export function verdictWords(report: Report): VerdictWords {
  const { exitCode, stale = [], changed = [], run, summary } = report;
  if (exitCode === 0) {
    const title = readOnlyWords(report) === undefined ? 'conforms' : 'conforms, read only';
    return { title, kind: 'conforms' };
  }
  if (exitCode === 3 && run.stopped === undefined && summary.errored === 0) {
    return { title: 'too little proven', kind: 'unproven' };
  }
  if (exitCode !== 1) return { title: 'no full answer', kind: 'unproven' };
  if (newDrifts(report).length > 0) return { title: 'drift', kind: 'drifts' };
  if (stale.length > 0) return { title: 'stale known drifts', kind: 'drifts' };
  if ((summary.surprising ?? 0) === 0) {
    const title =
      changed.length === 0 && breaksRules(report) ? 'caller at fault' : 'changed answers';
    return { title, kind: 'drifts' };
  }
  const what = changed.length > 0 ? 'changed or surprising' : 'surprising';
  return { title: `${what} answers`, kind: 'drifts' };
}

function breaksRules({ callers = [] }: Report): boolean {
  return callers.some(({ broken }) => broken > 0);
}

/** Counts every kind of deviation: `6 new`, `1 known`. */
export function verdictCounts(report: Report): string[] {
  const { findings, summary, changed = [], stale = [] } = report;
  const [fresh, known, advice] = [newDrifts, knownDrifts, driftsOfAdvice].map(
    (drifts) => drifts(report).length,
  );
  const counts: readonly (readonly [number | undefined, string])[] = [
    [known, 'known'],
    [advice, 'of advice'],
    [changed.length, 'changed'],
    [summary.surprising, 'surprising'],
    [stale.length, 'no longer known'],
  ];
  const others = counts.flatMap(([number = 0, what]) => (number > 0 ? [`${number} ${what}`] : []));
  return findings.length + others.length === 0 ? [] : [`${fresh} new`, ...others];
}

/** The title as a heading begins. */
export function verdictHeading(report: Report): string {
  const { title } = verdictWords(report);
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

/** Why the run ended early or did not prove enough; undefined otherwise. */
export function verdictReason({ run, exitCode, summary }: Report): string | undefined {
  if (run.stoppedBecause !== undefined) return run.stoppedBecause;
  if (run.stopped !== undefined) return `The run ended early: ${run.stopped}.`;
  return exitCode === 3 && summary.errored === 0 ? 'Nothing could be judged.' : undefined;
}

/** Returns true if the run ended before its first case, so that it says nothing about any requirement. */
export function neverBegan({ run, requirements }: Report): boolean {
  if (run.stopped === 'unreachable' || run.stopped === 'not the service') return true;
  return run.stopped === 'key refused' && requirements.every(({ cases }) => cases.length === 0);
}

/** Returns `--allow read,write would prove up to 150 more`; undefined for a run that may do more. */
export function readOnlyWords({ run, summary }: Report): string | undefined {
  const { nextConsent } = run;
  const more = (nextConsent?.requirements ?? 0) - summary.must.proven;
  if (nextConsent === undefined || run.stopped !== undefined || more <= 0) return undefined;
  return `--allow ${nextConsent.allow.join(',')} would prove up to ${more} more`;
}

/** Of the requirements that can be tested from outside, the share that a verdict needs. */
const enough = 0.5;

/** Returns true if fewer than half of the requirements that can be tested were proven. */
export function provesTooLittle({ summary }: Report): boolean {
  const { total, proven, untested } = summary.must;
  return proven < enough * (total - untested);
}
