/** The verdicts on one exchange, and the values that they compare. */
import type { SilenceId, StatedId } from '../../contract/requirements.ts';

/** The expected and the actual value as JSON, if exactly one value was expected. */
export interface ValuePair {
  readonly expected: unknown;
  readonly actual: unknown;
}

/** The verdict on one requirement. */
export interface Judgement {
  readonly requirement: StatedId;
  readonly verdict: 'conforms' | 'drifts';
  readonly expected: string;
  readonly actual: string;
  /** JSON pointer into the response body; absent for the response as a whole. */
  readonly pointer?: string;
  readonly values?: ValuePair;
}

/** The reading of a silence that the service showed. */
export interface ObservedReading {
  readonly silence: SilenceId;
  readonly reading: string;
}

/** The judgements and readings of one exchange. */
export interface Verdicts {
  readonly judgements: readonly Judgement[];
  readonly readings: readonly ObservedReading[];
}

export const noVerdicts: Verdicts = { judgements: [], readings: [] };

export function conforms(requirement: StatedId, expected: string): Judgement {
  return { requirement, verdict: 'conforms', expected, actual: expected };
}

interface Difference {
  readonly expected: string;
  readonly actual: string;
  readonly pointer?: string;
  readonly values?: ValuePair;
}

export function drifts(requirement: StatedId, difference: Difference): Judgement {
  return { requirement, verdict: 'drifts', ...difference };
}

/** Returns whether a requirement conforms or drifts, by a condition. */
export function judgeCondition(
  isMet: boolean,
  requirement: StatedId,
  difference: Difference,
): Judgement {
  return isMet ? conforms(requirement, difference.expected) : drifts(requirement, difference);
}

/** A value that differs from what is known. */
export interface Mismatch {
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
  readonly values?: ValuePair;
}

/** Returns a JSON value on one short line. */
export function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 240 ? `${text.slice(0, 239)}…` : text;
}
