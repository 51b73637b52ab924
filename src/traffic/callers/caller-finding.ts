/** A call that breaks a rule for callers, and the result of one rule for one call. */
import type { CallerId } from '../../contract/requirements.ts';

export interface CallerFinding {
  readonly requirement: CallerId;
  readonly expected: string;
  readonly actual: string;
  /** The number of the exchange. */
  readonly exchange: number;
}

/** The result of a rule for a call that it applies to. */
export interface RuleResult {
  readonly requirement: CallerId;
  readonly expected: string;
  /** The actual behaviour of the call; undefined if it followed the rule. */
  readonly actual: string | undefined;
}

/** The result of a rule that is broken by each of the things listed. */
export function withoutAny(
  requirement: CallerId,
  wrong: readonly string[],
  expected: string,
): RuleResult {
  return { requirement, expected, actual: wrong.length === 0 ? undefined : wrong.join(', ') };
}

/** The result of a rule that is broken in one way only. */
export function unless(
  requirement: CallerId,
  broken: boolean,
  { expected, actual }: { readonly expected: string; readonly actual: string },
): RuleResult {
  return { requirement, expected, actual: broken ? actual : undefined };
}
