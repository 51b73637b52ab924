/** Repeats a call until its result is as expected. */
import { Unproven } from '../evidence/index.ts';
import { lagPauses } from '../wire/index.ts';

/** Milliseconds after which a list or lookup must show a write. */
export const longestLag = 5_500;

/** Waits for a number of milliseconds. Rejects if the signal is aborted first. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export type Eventually = ReturnType<typeof createEventually>;

/**
 * Returns the function with which a case repeats a call, with growing pauses, until the result is
 * satisfactory. If it never is, the function returns the last result, which the case then judges.
 */
export function createEventually(wait: Pause, signal: AbortSignal) {
  return async <T>(probe: () => Promise<T>, isSatisfied: (result: T) => boolean): Promise<T> => {
    let result = await probe();
    for (const pause of lagPauses) {
      if (isSatisfied(result)) return result;
      await wait(pause, signal).catch(() => {
        throw new Unproven('interrupted');
      });
      result = await probe();
    }
    return result;
  };
}
