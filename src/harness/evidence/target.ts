/** What a run knows of its target before it asks anything. */
import type { SilenceId } from '../../contract/requirements.ts';

/** What a case needs of a target: `shape` can be answered by a stateless mock, `behaviour` needs state. */
export type Reach = 'shape' | 'behaviour';

/** How much a run asks: enough for a first opinion, the whole suite, or more values and combinations. */
export type Depth = 'quick' | 'usual' | 'deep';

/** The depths from the least to the most. */
export const depths: readonly Depth[] = ['quick', 'usual', 'deep'];

/** What a run may do to a target. Publishing includes withdrawing. */
export type Consent = 'read' | 'write' | 'publish' | 'delete';

export interface KnownTarget {
  /** `shape` for a stateless mock. */
  readonly reach: Reach;
  readonly allow: ReadonlySet<Consent>;
  /** The readings this run itself set; undefined on a service that is not ours to set. */
  readonly readings: Readonly<Partial<Record<SilenceId, string>>> | undefined;
  /** Whether this run set the target's clock, so that edges relative to today are exact. */
  readonly controlsClock: boolean;
}
