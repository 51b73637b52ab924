/** Reads from a response whether its call took effect. */
import type { ReceivedResponse } from '../exchange.ts';

/** Describes what a response says about its call, whether or not that is right. */
export type Outcome = 'accepted' | 'refused' | 'unclear';

export function outcomeOf(response: ReceivedResponse | undefined): Outcome {
  if (response === undefined) return 'unclear';
  if (response.status >= 200 && response.status < 300) return 'accepted';
  const refused = response.status >= 400 && response.status < 500 && response.status !== 429;
  return refused ? 'refused' : 'unclear';
}
