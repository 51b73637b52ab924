/** The rows of a report about earlier runs: changed answers, known drifts, and stale entries. */

/** A silence that was answered differently in the last run. */
export interface ChangedRow {
  readonly silence: string;
  readonly says: string;
  /** The operation whose answer showed it; absent if no single one did. */
  readonly operation?: string;
  readonly answer: string;
  /** The answers of the last run. */
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
