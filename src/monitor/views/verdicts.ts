/** The verdicts on one exchange, and the values that they compare. */
import type { SilenceId, StatedId } from '../../contract/requirements.ts';

/** The expected and the actual value as JSON, if exactly one value was expected. */
interface ValuePair {
  readonly expected: unknown;
  readonly actual: unknown;
}

/** The difference between a response and what is expected of it. */
export interface Difference {
  readonly expected: string;
  readonly actual: string;
  /** JSON pointer into the response body; absent for the response as a whole. */
  readonly pointer?: string;
  readonly values?: ValuePair;
}

/** The verdict on one requirement. If it conforms, `actual` is the same as `expected`. */
export interface Judgement extends Difference {
  readonly requirement: StatedId;
  readonly verdict: 'conforms' | 'drifts';
}

/** A field with a value that differs from what is known. */
export interface Mismatch extends Omit<Difference, 'pointer'> {
  readonly field: string;
}

/** The reading of a silence that the service showed. */
export interface ObservedReading {
  readonly silence: SilenceId;
  readonly reading: string;
  /** What a careful reader expects instead, and what came, if one response shows both. */
  readonly difference?: Pick<Difference, 'expected' | 'actual' | 'pointer'>;
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

/** Returns a JSON value on one short line. */
export function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 240 ? `${text.slice(0, 239)}…` : text;
}
