/** The result of one rule for one call, and the finding if the call breaks the rule. */
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

/** Creates the result of a rule that each violation breaks. */
export function failIfAny(requirement: CallerId, violations: readonly string[], expected: string) {
  const actual = violations.length > 0 ? violations.join(', ') : undefined;
  return { requirement, expected, actual };
}

/** Creates the result of a rule that can be broken in only one way. */
export function failIf(
  requirement: CallerId,
  isBroken: boolean,
  { expected, actual }: { readonly expected: string; readonly actual: string },
): RuleResult {
  return { requirement, expected, actual: isBroken ? actual : undefined };
}
