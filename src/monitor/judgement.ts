/** The monitor's judgement of one exchange. */
import type { SilenceId, StatedId } from '../contract/requirements.ts';
import type { Situation } from './situations/index.ts';

/** One requirement held against one exchange. */
export interface Judgement {
  readonly requirement: StatedId;
  readonly verdict: 'conforms' | 'drifts';
  readonly expected: string;
  readonly actual: string;
  /** JSON pointer into the response body; absent if the response as a whole is meant. */
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
