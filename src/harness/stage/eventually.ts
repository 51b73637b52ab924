/** Asking again until an answer satisfies: writes may take a moment to show. */
import { Unproven } from '../evidence/index.ts';
import { lagPauses } from '../wire/index.ts';

/** Milliseconds after which a list or lookup must show a write. */
export const longestLag = 5_500;

/** Repeats a call with growing pauses until the result satisfies, and returns the last result. */
export type Eventually = <T>(
  probe: () => Promise<T>,
  satisfied: (answer: T) => boolean,
) => Promise<T>;

/** Lets time go by, in milliseconds; rejects when the signal ends it. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Makes the poll of one case. It returns the last answer, satisfying or not: the case judges it. */
export function createEventually(wait: Pause, signal: AbortSignal): Eventually {
  return async (probe, satisfied) => {
    let answer = await probe();
    for (const pause of lagPauses) {
      if (satisfied(answer)) return answer;
      try {
        await wait(pause, signal);
      } catch {
        throw new Unproven('interrupted');
      }
      answer = await probe();
    }
    return answer;
  };
}
