/** Judges calls while they happen: numbers them, orders them and knows which are under way. */
import type { ObservedExchange } from '../monitor/index.ts';
import {
  type AccountLabels,
  type CallListener,
  createAccountLabels,
  destinationOf,
  observe,
  type RecordedExchange,
  type RecordedRequest,
} from './recordings/index.ts';

/** Takes exchanges in the order of their answers, as the monitor and the caller judge do. */
export type ExchangeListener = (observed: ObservedExchange, recorded: RecordedExchange) => void;

export interface LiveListener extends CallListener {
  /** Notes that there were unrecorded calls, so that earlier knowledge may be wrong. */
  readonly skip: (calls: number) => void;
}

/**
 * Creates the listener for a recording fetch or a proxy.
 * @param onExchange hears every exchange with the service or its storage when it is over
 * @param service origin of the service, if only one is to be judged
 */
export function createLiveListener(
  onExchange: ExchangeListener,
  service?: string,
  labels: AccountLabels = createAccountLabels(),
): LiveListener {
  const underWay = new Set<RecordedRequest>();
  let number = 0;
  return {
    // The monitor takes a gap in the numbers as a gap in its knowledge.
    skip: (calls) => {
      number += calls;
    },
    start: (request) => {
      const destination = destinationOf(request, service);
      if (destination === undefined) return () => undefined;
      underWay.add(request);
      return (exchange) => {
        underWay.delete(request);
        if (exchange.sent === false) return;
        number += 1;
        const how = { number, destination, labels };
        const inFlight = [...underWay].flatMap((other) => {
          const to = destinationOf(other, service);
          const open = { ...exchange, request: other };
          return to === undefined ? [] : [observe(open, { ...how, destination: to }).request];
        });
        onExchange({ ...observe(exchange, how), inFlight }, exchange);
      };
    },
  };
}
