/** Reads from a response whether its call took effect. */
import type { ReceivedResponse } from '../exchange.ts';

/** What a response says about its call, whether that is right or not. */
export type ResponseOutcome = 'accepted' | 'refused' | 'unclear';

export function readOutcome(response: ReceivedResponse | undefined): ResponseOutcome {
  if (response === undefined) return 'unclear';
  if (response.status >= 200 && response.status < 300) return 'accepted';
  const isRefusal = response.status >= 400 && response.status < 500 && response.status !== 429;
  return isRefusal ? 'refused' : 'unclear';
}
