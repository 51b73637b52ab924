/** The run's knowledge about its target before the first request. */
import type { SilenceId } from '../../contract/requirements.ts';

/** The kind of target that a case needs: `shape` works with a stateless mock, `behaviour` needs state. */
export type Reach = 'shape' | 'behaviour';

/** How much a run tests: a quick first check, the whole suite, or more values and combinations. */
export type Depth = 'quick' | 'usual' | 'deep';

/** The depths in ascending order. */
export const depths: readonly Depth[] = ['quick', 'usual', 'deep'];

/** The actions that a run may take on a target. Publishing includes withdrawing. */
export type Consent = 'read' | 'write' | 'publish' | 'delete';

export interface KnownTarget {
  /** `shape` for a stateless mock. */
  readonly reach: Reach;
  readonly allow: ReadonlySet<Consent>;
  /** True if the run has the key of a second account. */
  readonly hasSecondAccount: boolean;
  /** The readings that this run configured; undefined for a service that it cannot configure. */
  readonly readings: Readonly<Partial<Record<SilenceId, string>>> | undefined;
  /** True if this run set the target's clock, so that limits relative to today are exact. */
  readonly controlsClock: boolean;
}
