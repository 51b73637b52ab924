/** The rows of a report that compare it with earlier runs. */

/**
 * Twelve hex digits that identify a drift. They are the same in every run, with every seed and on every host.
 * @pattern ^[0-9a-f]{12}$
 */
export type Fingerprint = string;

/** A silence that was answered differently in the last run. */
export interface ChangedRow {
  readonly silence: string;
  readonly says: string;
  /** The operation that gave the answer; absent if several did. */
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
  readonly fingerprint: Fingerprint;
  readonly requirement: string;
  /** Why the drift is accepted. An entry without a reason accepts nothing. */
  readonly reason: string;
  /** Days, as `YYYY-MM-DD`. */
  readonly since: string;
  /** The last day on which the drift is accepted. */
  readonly until: string;
  /** The address of the service that showed the drift; absent if the entry applies to every target. */
  readonly target?: string;
}

/** An entry of known-drifts.yaml that no longer holds and makes the run fail. */
export interface StaleRow extends KnownDrift {
  /** Why the entry makes the run fail. */
  readonly why: 'past its date' | 'no longer true';
}

/** The earlier run with which this run was compared. */
export interface RememberedRow {
  readonly target: string;
  /** When the earlier run began, ISO 8601 in UTC. */
  readonly lastRun: string;
}
