/** A call that breaks a rule for callers, and the result of one rule for one call. */
import type { CallerId } from '../../contract/requirements.ts';

export interface CallerFinding {
  readonly requirement: CallerId;
  readonly expected: string;
  readonly actual: string;
  /** The number of the exchange. */
  readonly exchange: number;
}

/** The result of a rule for a call; the judge adds requirement and exchange. */
export interface RuleResult {
  readonly requirement: CallerId;
  readonly kept: boolean;
  readonly expected: string;
  readonly actual: string;
}
