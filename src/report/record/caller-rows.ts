/** The rows of a report about the programs that call the service. */
import type { Count } from '../../contract/numbers.ts';

/** A rule for callers, and the calls that broke it. */
export interface CallerRuleRow {
  readonly id: string;
  readonly says: string;
  readonly section: string;
  /** Calls to which the rule applied. */
  readonly judged: Count;
  /** Calls that broke the rule. */
  readonly broken: Count;
  /** The first of these calls. */
  readonly findings: readonly CallerFindingRow[];
}

export interface CallerFindingRow {
  readonly expected: string;
  readonly actual: string;
  /** The number of the exchange in the traffic. */
  readonly exchange: Count;
}
