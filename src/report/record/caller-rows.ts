/** How well the callers in recorded traffic followed the rules that bind them. */

/** A rule for callers, and the calls that broke it. */
export interface CallerRuleRow {
  readonly id: string;
  readonly says: string;
  /** The document's section. */
  readonly section: string;
  /** Calls to which the rule applied. */
  readonly judged: number;
  /** Those of them that broke it. */
  readonly broken: number;
  /** The first of the broken ones. */
  readonly findings: readonly CallerFindingRow[];
}

export interface CallerFindingRow {
  readonly expected: string;
  readonly actual: string;
  /** The number of the exchange in the traffic. */
  readonly exchange: number;
}
