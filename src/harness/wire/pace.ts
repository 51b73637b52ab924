/**
 * Limits how fast and how much a run may send: its rate and its budgets of requests and time. Lists and
 * lookups may show a book for a while as it was before a write. The monitor permits that within the longest
 * lag. So that a service that never shows the write is not excused as well, the call is sent again until the
 * write shows or the lag is over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Unproven, type Exchange } from '../evidence/index.ts';

interface PaceOptions {
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
  /** Requests that were sent again after a transient failure. */
  repeated: number;
}

export type Pace = ReturnType<typeof createPace>;

export function createPace(options: PaceOptions) {
  const tally: Tally = { requests: 0, repeated: 0 };
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

/** Milliseconds between attempts: together more than the longest lag. */
export const lagPauses: readonly number[] = [25, 50, 100, 200, 400, 800, 1600, 3200, 3800];

/** A service that never shows a write is asked again this many times for each operation. */
const maxWaits = 3;

export type Lateness = ReturnType<typeof createLateness>;

/** @param pause lets milliseconds go by; rejects when the signal ends it */
export function createLateness(
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>,
) {
  const staleExchanges = new WeakSet<Exchange>();
  const waits = new Map<string, number>();
  return {
    /** Notes a response that only lag permits. */
    markStale: (exchange: Exchange): void => void staleExchanges.add(exchange),
    /** Sends a call again while its response is one that was noted; returns the last response. */
    catchUp: async (
      firstExchange: Exchange,
      send: () => Promise<Exchange>,
      signal: AbortSignal,
    ): Promise<Exchange> => {
      const operation = firstExchange.operation ?? '';
      const waitCount = waits.get(operation) ?? 0;
      if (!staleExchanges.has(firstExchange) || waitCount >= maxWaits) return firstExchange;
      waits.set(operation, waitCount + 1);
      let exchange = firstExchange;
      for (const milliseconds of lagPauses) {
        await pause(milliseconds, signal).catch(() => {
          throw new Unproven('interrupted');
        });
        exchange = await send();
        if (staleExchanges.has(exchange)) continue;
        // A service that catches up is one that lags, so there is no more to find out.
        if (milliseconds !== lagPauses.at(-1)) waits.set(operation, maxWaits);
        break;
      }
      return exchange;
    },
  };
}
