/** Turns calls into numbered exchanges for the monitor while they happen, with the calls in flight. */
import type { ObservedExchange } from '../monitor/index.ts';
import {
  type AccountLabels,
  type CallListener,
  createAccountLabels,
  createDestinations,
  createExchange,
  createSentRequest,
  type RecordedRequest,
} from './recordings/index.ts';

/** Receives exchanges in the order of their responses. */
export type ExchangeListener = (exchange: ObservedExchange) => void;

export interface LiveListener extends CallListener {
  /** Skips the numbers of calls that were not recorded. The monitor treats the gap as missing calls. */
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
  const requestsInFlight = new Set<RecordedRequest>();
  const destinations = createDestinations(service);
  let number = 0;
  return {
    skip: (calls) => {
      number += calls;
    },
    start: (request) => {
      requestsInFlight.add(request);
      return (recorded) => {
        requestsInFlight.delete(request);
        const destination = destinations.findDestination(recorded);
        if (destination === undefined) return;
        destinations.learn(recorded);
        number += 1;
        const inFlight = [...requestsInFlight].flatMap((other) => {
          const otherDestination = destinations.findDestination({ request: other });
          return otherDestination === undefined
            ? []
            : [createSentRequest(other, { destination: otherDestination, labels })];
        });
        const context = { number, destination, labels };
        onExchange({ ...createExchange(recorded, context), inFlight });
      };
    },
  };
}
