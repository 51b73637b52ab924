/**
 * Lists and lookups may show a book for a while as it was before a write. The monitor permits that
 * within the longest lag. So that a service that never shows the write is not excused as well, the
 * call is sent again until the write shows or the lag is over.
 */
import { type Exchange, Unproven } from '../evidence/index.ts';

/** Milliseconds between attempts: together more than the longest lag. */
export const lagPauses: readonly number[] = [25, 50, 100, 200, 400, 800, 1600, 3200];

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
