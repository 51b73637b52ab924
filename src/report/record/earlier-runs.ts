/** The rows of a report about earlier runs and about callers: changed answers, known drifts, stale entries, and rules for callers. */

/** A silence that was answered differently in the last run. */
export interface ChangedRow {
  readonly silence: string;
  readonly says: string;
  /** The operation whose answer showed it; absent if no single one did. */
  readonly operation?: string;
  readonly answer: string;
  readonly previous: readonly string[];
  /** When the answer was first seen, ISO 8601 in UTC. */
  readonly since: string;
  /** When one of the previous answers was last seen. */
  readonly lastSeen: string;
}

/** A line of known-drifts.yaml. */
export interface KnownDrift {
  readonly fingerprint: string;
  readonly requirement: string;
  /** Why it is accepted. An entry without a reason does not count. */
  readonly reason: string;
  /** Days, as `YYYY-MM-DD`. */
  readonly since: string;
  /** The last day on which it counts. */
  readonly until: string;
  /** The address of the service that showed it; absent if it applies to every target. */
  readonly target?: string;
}

/** An entry of known-drifts.yaml that makes a run fail. */
export interface StaleRow extends KnownDrift {
  readonly why: 'past its date' | 'no longer true';
}

/** The earlier run that this one was compared with. */
export interface RememberedRow {
  readonly target: string;
  /** When it began, ISO 8601 in UTC. */
  readonly lastRun: string;
}

/** A rule for callers, and the calls that broke it. */
export interface CallerRuleRow {
  readonly id: string;
  readonly says: string;
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
