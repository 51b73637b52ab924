/** Observes calls while they happen: numbers them, and tracks which are in flight. */
import type { ObservedExchange } from '../monitor/index.ts';
import {
  type AccountLabels,
  type CallListener,
  createAccountLabels,
  createDestinations,
  createObservation,
  createSentRequest,
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
 * @param onExchange called after every exchange with the service or its storage
 * @param service address of the service, if only one is to be judged
 */
export function createLiveListener(
  onExchange: ExchangeListener,
  service?: string,
  labels: AccountLabels = createAccountLabels(),
): LiveListener {
  const openRequests = new Set<RecordedRequest>();
  const destinations = createDestinations(service);
  let number = 0;
  return {
    // The monitor takes a gap in the numbers as a gap in its knowledge.
    skip: (calls) => {
      number += calls;
    },
    start: (request) => {
      openRequests.add(request);
      return (exchange) => {
        openRequests.delete(request);
        const destination = destinations.findDestination(exchange);
        if (destination === undefined) return;
        destinations.learn(exchange);
        number += 1;
        const inFlight = [...openRequests].flatMap((other) => {
          const otherDestination = destinations.findDestination({ request: other });
          return otherDestination === undefined
            ? []
            : [createSentRequest(other, { destination: otherDestination, labels })];
        });
        const context = { number, destination, labels };
        onExchange({ ...createObservation(exchange, context), inFlight }, exchange);
      };
    },
  };
}
