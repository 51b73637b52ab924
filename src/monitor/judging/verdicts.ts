/** The verdicts on one exchange. */
import type { SilenceId, StatedId } from '../../contract/requirements.ts';

/** Both sides as JSON, if exactly one value was expected. */
export interface BothValues {
  readonly expected: unknown;
  readonly actual: unknown;
}

/** The verdict on one requirement. */
export interface Finding {
  readonly requirement: StatedId;
  readonly verdict: 'conforms' | 'drifts';
  readonly expected: string;
  readonly actual: string;
  /** JSON pointer into the response body; absent for the response as a whole. */
  readonly pointer?: string;
  readonly values?: BothValues;
}

/** The service's answer to a silence of the document. */
export interface Reading {
  readonly silence: SilenceId;
  readonly reading: string;
}

/** Findings and readings of one exchange. */
export interface Verdicts {
  readonly findings: readonly Finding[];
  readonly readings: readonly Reading[];
}

export const noVerdicts: Verdicts = { findings: [], readings: [] };

export function conforms(requirement: StatedId, expected: string): Finding {
  return { requirement, verdict: 'conforms', expected, actual: expected };
}

interface Difference {
  readonly expected: string;
  readonly actual: string;
  readonly pointer?: string;
  readonly values?: BothValues;
}

export function drifts(requirement: StatedId, difference: Difference): Finding {
  return { requirement, verdict: 'drifts', ...difference };
}

/** A finding by whether a condition holds. */
export function judgeCondition(
  ok: boolean,
  requirement: StatedId,
  difference: Difference,
): Finding {
  return ok ? conforms(requirement, difference.expected) : drifts(requirement, difference);
}

/** One value that is not what is known. */
export interface Mismatch {
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
  readonly values?: BothValues;
}

/** A JSON value on one short line. */
export function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 240 ? `${text.slice(0, 239)}…` : text;
}
