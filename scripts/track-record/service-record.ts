/** What the suite found in one service that others wrote, as docs/track-record.json has it. */

export interface ServiceRecord {
  readonly name: string;
  readonly language: string;
  readonly author: string;
  /** The day of the runs, as `YYYY-MM-DD`. */
  readonly date: string;
  /** The commit of this repository that played them. */
  readonly commit: string;
  readonly seed: number;
  /** The requests after which a run with a fault ended if nothing drifted. */
  readonly requests: number;
  /** How many faults and variants the service has; a sample plays fewer. */
  readonly known: { readonly faults: number; readonly variants: number };
  readonly faults: readonly PlayedFault[];
  readonly variants: readonly PlayedVariant[];
}

/** One mistake of the service. */
export interface PlayedFault {
  readonly name: string;
  /** The first drift; absent if the run did not notice the fault. */
  readonly first?: { readonly requirement: string; readonly atRequest: number };
  /** Silences that the run answered surprisingly because of a fault that it did not find. */
  readonly surprising?: readonly string[];
  /** Why the fault was not noticed, written by hand. */
  readonly why?: string;
}

/** The service as it is, or one way to be right that the document permits. Each drift is a false alarm. */
export interface PlayedVariant {
  readonly name: string;
  readonly drifts: readonly string[];
  /** What was found about its drifts, written by hand. */
  readonly why?: string;
}
