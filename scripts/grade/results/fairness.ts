/** Shows whether the suite accuses a correct service under any reading of the silences. */

/** The result of the whole suite on one sandbox without a fault. */
export interface FairRun {
  /** The readings that differ from the usual ones. */
  readonly readings: Readonly<Record<string, string>>;
  /** The legal habit of the service that no reading names, if it had one. */
  readonly unusual?: string;
  readonly drifts: readonly string[];
  readonly errored: readonly string[];
  /** Observations of another reading than the one that was set. */
  readonly misread: readonly Misread[];
  readonly proven: number;
  readonly requests: number;
  /** Milliseconds. */
  readonly took: number;
}

export interface Misread {
  readonly silence: string;
  readonly set: string;
  readonly told: string;
}

export interface Fairness {
  readonly runs: readonly FairRun[];
  /** Pairs of readings that occurred in a run, of those that can occur together. */
  readonly pairs: { readonly covered: number; readonly all: number };
  readonly took: number;
}

/** True if a run found no drift and read every silence correctly. */
export function isFair({ drifts, errored, misread }: FairRun): boolean {
  return drifts.length === 0 && errored.length === 0 && misread.length === 0;
}
