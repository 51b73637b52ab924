/** The rows of a report about earlier runs: changed answers, known drifts, and stale entries. */

/** An answer to a silence that the last run did not get. */
export interface ChangedRow {
  readonly silence: string;
  readonly says: string;
  /** The operation whose answer showed it; absent where no single one did. */
  readonly operation?: string;
  readonly answer: string;
  /** The answers of the last run. */
  readonly previous: readonly string[];
  /** When the answer first came, ISO 8601 in UTC. */
  readonly since: string;
  /** When one of the previous answers came last. */
  readonly lastSeen: string;
}

/** A line of known-drifts.yaml. */
export interface KnownDrift {
  readonly fingerprint: string;
  readonly requirement: string;
  /** Why it is put up with. Empty in an entry that was only just added: such a one does not count. */
  readonly reason: string;
  /** Days, as `YYYY-MM-DD`. */
  readonly since: string;
  /** The last day on which it counts. */
  readonly until: string;
  /** The address it was seen at; absent where it holds for every target. */
  readonly target?: string;
}

/** An entry of known-drifts.yaml that makes a run fail. */
export interface StaleRow extends KnownDrift {
  readonly why: 'past its date' | 'no longer true';
}

/** The earlier run that this one was held against. */
export interface RememberedRow {
  readonly target: string;
  /** When it began, ISO 8601 in UTC. */
  readonly lastRun: string;
}
