/** The rows of a report about the run itself, about the calling programs, and about earlier runs. */
import type { Count, Integer } from '../../contract/numbers.ts';
import type { ContractCoverage } from '../../contract/parts/index.ts';
import type { Consent, Depth, Reach, StopReason } from '../../harness/evidence/index.ts';

/** The contract that the run judged by, and how much of it was checked. */
export interface ContractRow extends ContractCoverage {
  /** The contract's own version. */
  readonly version: string;
  /**
   * The first 12 hex digits of its SHA-256.
   * @pattern ^[0-9a-f]{12}$
   */
  readonly sha256: string;
}

export interface RunRow {
  readonly id: string;
  readonly seed: Integer;
  readonly reach: Reach;
  readonly allow: readonly Consent[];
  /** The depth of the run; absent for the usual depth. */
  readonly depth?: Depth;
  /** The id prefix the run was limited to. */
  readonly only?: string;
  /** The version of this project whose requirements were tested (`--as-of`). */
  readonly asOf?: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  /** Milliseconds of wall time. */
  readonly took: Count;
  readonly requests: Count;
  /** The number of requests sent again after a 429, 502, 503, 504 or a broken connection. */
  readonly repeated: Count;
  /** The journal of the books that the run created, if some of them are left. */
  readonly journal?: string;
  readonly stopped?: StopReason;
  /** For a run that only read: the consent to give next, and the most `must` requirements that it could prove. */
  readonly nextConsent?: { readonly allow: readonly Consent[]; readonly requirements: Count };
  /** The reason why the run ended early or did not prove enough, in one sentence. */
  readonly stoppedBecause?: string;
  /** How many requirements must be proven for a verdict, if the run proved fewer. */
  readonly needed?: Count;
}

export interface TargetRow {
  /** Origin and path, never user information or a query. */
  readonly address: string;
  /** `own sandbox` if the run started the service itself, `recording` if it judged the traffic of others. */
  readonly kind: 'service' | 'own sandbox' | 'recording';
  /** Faults that the run seeded into its own sandbox. */
  readonly faults: readonly string[];
  /** The target's clock minus ours in milliseconds. */
  readonly clockSkew?: Integer;
}

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

interface CallerFindingRow {
  readonly expected: string;
  readonly actual: string;
  /** The number of the exchange in the traffic. */
  readonly exchange: Count;
}

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
  /** True if the drift comes and goes, so that a run without it does not make the entry stale. */
  readonly flaky?: boolean;
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
