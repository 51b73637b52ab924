/** The monitor's judgement of one exchange. */
import type { SilenceId, StatedId } from '../contract/requirements.ts';
import type { Situation } from './situations/index.ts';

/** The verdict on one requirement in one exchange. */
export interface Judgement {
  readonly requirement: StatedId;
  readonly verdict: 'conforms' | 'drifts';
  readonly expected: string;
  readonly actual: string;
  /** JSON pointer into the response body; absent for the response as a whole. */
  readonly pointer?: string;
  /** The number of the exchange. */
  readonly exchange: number;
  readonly situation: Situation;
}

/** How the service answered where the document is silent. */
export interface Observation {
  readonly silence: SilenceId;
  readonly reading: string;
  readonly exchange: number;
}
