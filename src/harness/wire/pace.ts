/** Limits how fast and how much a run may send: its rate and its budgets of requests and time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Unproven } from '../evidence/index.ts';

export interface PaceOptions {
  /** Requests per second; undefined for no limit. */
  readonly rate: number | undefined;
  readonly maxRequests: number | undefined;
  /** Milliseconds the whole run may take. */
  readonly maxTime: number | undefined;
  /** Called when a budget is spent, once for each request that it stops. */
  readonly onSpent: (why: 'out of requests' | 'out of time') => void;
}

export interface Tally {
  requests: number;
  /** Milliseconds spent waiting for responses, summed over requests. */
  waited: number;
  /** Requests that were sent again after a transient failure. */
  repeated: number;
}

export type Pace = ReturnType<typeof createPace>;

export function createPace(options: PaceOptions) {
  const tally: Tally = { requests: 0, waited: 0, repeated: 0 };
  const startTime = performance.now();
  let nextSlot = startTime;
  const assertBudget = (): void => {
    const { maxRequests = Infinity, maxTime = Infinity } = options;
    if (tally.requests >= maxRequests) {
      options.onSpent('out of requests');
      throw new Unproven('out of requests (--max-requests)');
    }
    if (performance.now() - startTime > maxTime) {
      options.onSpent('out of time');
      throw new Unproven('out of time (--max-time)');
    }
  };
  return {
    tally,
    /**
     * Waits for the next slot of the rate and counts the request.
     * @param isCleanUp true for clean-up, which has its own budget
     * @throws Unproven when a budget is spent or the signal ends the wait
     */
    admit: async (signal: AbortSignal, isCleanUp: boolean): Promise<void> => {
      if (!isCleanUp) assertBudget();
      tally.requests += 1;
      if (options.rate === undefined) return;
      const now = performance.now();
      const slot = Math.max(now, nextSlot);
      nextSlot = slot + 1000 / options.rate;
      if (slot > now) await waitFor(slot - now, signal);
    },
  };
}

/** @throws Unproven when the signal ends the wait */
export async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw new Unproven('interrupted');
  }
}
