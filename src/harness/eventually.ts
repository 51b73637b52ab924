/** Asking again until an answer satisfies: writes may take a moment to show. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './stage.ts';
import { Unproven } from './verdict-errors.ts';

/** Pauses between attempts in milliseconds: together about six seconds. */
const pauses = [25, 50, 100, 200, 400, 800, 1600, 3200];

/** Makes the poll of one case. It returns the last answer, satisfying or not: the case judges it. */
export function createEventually(signal: AbortSignal): Stage['eventually'] {
  return async (probe, satisfied) => {
    let answer = await probe();
    for (const pause of pauses) {
      if (satisfied(answer)) return answer;
      try {
        await sleep(pause, undefined, { signal });
      } catch {
        throw new Unproven('interrupted');
      }
      answer = await probe();
    }
    return answer;
  };
}
