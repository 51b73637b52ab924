/** The rows of a report about the run itself: its contract, its settings and its target. */
import type { Count, Integer } from '../../contract/numbers.ts';
import type { ContractCoverage } from '../../contract/parts/index.ts';
import type { Consent, Depth, Reach, StopReason } from '../../harness/evidence/index.ts';

/** The contract that the run judged by. Older reports do not tell how much of it was checked. */
export interface ContractRow extends Partial<ContractCoverage> {
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
  /** Milliseconds spent waiting for the target, summed over requests. */
  readonly waited: Count;
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
