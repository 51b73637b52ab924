/** The results of the monitor for the exchanges of a run. */
import type { StatedId } from '../../contract/requirements.ts';
import type { Situation } from '../../monitor/index.ts';
import type { Exchange } from './exchange.ts';
import type { Difference } from './difference.ts';

/** The exchanges that support or contradict one requirement. */
export interface Evidence {
  readonly requirement: StatedId;
  /** Exchanges that were judged. */
  readonly exchanges: number;
  /** How many of them drifted. */
  readonly drifted: number;
  /** The distinct situations in which they were judged. */
  readonly situations: readonly Situation[];
}

/** One requirement that one exchange contradicts. */
export interface MonitorDrift {
  readonly requirement: StatedId;
  readonly difference: Difference;
  readonly exchange: Exchange;
}
