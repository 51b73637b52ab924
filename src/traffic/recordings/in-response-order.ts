/** Yields recorded exchanges in the order of their responses, as the monitor needs them. */
import TinyQueue from 'tinyqueue';
import type { ObservedExchange } from '../../monitor/index.ts';
import {
  type AccountLabels,
  createExchange,
  createSentRequest,
  type ExchangeContext,
} from './create-exchange.ts';
import { createClockComparison, createGapFinder, type GapFinder } from './find-gaps.ts';
import { createDestinations, type Destination } from './destinations.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

export interface TrafficOptions {
  /** Address of the service, if only one is to be judged. */
  readonly service: string | undefined;
  readonly labels: AccountLabels;
  /** True if recordings without numbers contain every call to their books. */
  readonly complete: boolean;
}

interface PendingExchange {
  readonly recorded: RecordedExchange;
  readonly destination: Destination;
  /** Its position in the order of sending. */
  readonly position: number;
}

/** Returns the time that orders responses. If times are whole seconds, the order of the recording says more. */
function getOrderTime({ recorded: { sentAt, took, hasPreciseTimes } }: PendingExchange): number {
  return hasPreciseTimes === false ? sentAt : sentAt + took;
}

/**
 * Yields exchanges in the order of their responses, each with the calls that were in flight then.
 * @param exchanges in sending order
 * @throws ClocksDiffer if the recorders' clocks differ too much to put the calls in order
 */
export async function* readInResponseOrder(
  exchanges: AsyncIterable<RecordedExchange>,
  { service, labels, complete }: TrafficOptions,
): AsyncGenerator<ObservedExchange> {
  const pendingExchanges = new TinyQueue<PendingExchange>(
    [],
    (a, b) => getOrderTime(a) - getOrderTime(b) || a.position - b.position,
  );
  const gaps = createGapFinder(complete);
  const compareClocks = createClockComparison();
  const destinations = createDestinations(service);
  let [position, number] = [0, 0];
  const emit = function* (until: number): Generator<ObservedExchange> {
    for (
      let next = pendingExchanges.peek();
      next && getOrderTime(next) <= until;
      next = pendingExchanges.peek()
    ) {
      pendingExchanges.pop();
      number += 1;
      yield createNextExchange(next, pendingExchanges.data, { number, labels, gaps });
    }
  };
  for await (const recorded of exchanges) {
    const destination = destinations.findDestination(recorded);
    if (destination === undefined) {
      gaps.ignore(recorded);
      continue;
    }
    compareClocks(recorded);
    destinations.learn(recorded);
    yield* emit(recorded.sentAt + getRoundingError(recorded));
    position += 1;
    pendingExchanges.push({ recorded, destination, position });
  }
  yield* emit(Number.POSITIVE_INFINITY);
}

/**
 * Returns the milliseconds by which a call may seem to start before the previous one has ended, because
 * the recorder rounded its times. Such calls count as consecutive, in the order of the recording.
 */
function getRoundingError({ sentAt }: RecordedExchange): number {
  return Number.isInteger(sentAt) ? 1 : 0;
}

interface EmitContext extends Pick<ExchangeContext, 'number' | 'labels'> {
  readonly gaps: GapFinder;
}

function createNextExchange(
  next: PendingExchange,
  pendingExchanges: readonly PendingExchange[],
  { number, labels, gaps }: EmitContext,
): ObservedExchange {
  const { recorded, destination } = next;
  const inFlight = pendingExchanges
    .filter((other) => other.recorded.sentAt <= getOrderTime(next))
    .map((other) =>
      createSentRequest(other.recorded.request, { destination: other.destination, labels }),
    );
  return {
    ...createExchange(recorded, { number, destination, labels }),
    ...(gaps.isAfterGap(recorded) && { afterGap: true }),
    ...(inFlight.length > 0 && { inFlight }),
  };
}
