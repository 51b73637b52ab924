/** Turns recorded exchanges into observations for the monitor, without secrets. */
import { createHash, randomBytes } from 'node:crypto';
import TinyQueue from 'tinyqueue';
import type {
  CallInFlight,
  KeyState,
  ObservedExchange,
  SentBody,
  SentRequest,
} from '../../monitor/index.ts';
import { createClockComparison, createGapFinder, type GapFinder } from './find-gaps.ts';
import { createDestinations, isSentElsewhere, type Destination } from './destinations.ts';
import {
  readContentLength,
  parseJson,
  type RecordedExchange,
  type RecordedRequest,
  type RecordedResponse,
} from './recorded-exchange.ts';

/** An exchange with the details that only the recording has. */
export interface TrafficExchange {
  readonly observed: ObservedExchange;
  readonly recorded: RecordedExchange;
}

/** Names accounts without keeping their keys. */
export interface AccountLabels {
  readonly labelOf: (key: string) => string;
}

/** Labels are salted, so that keys cannot be tried against a report. */
export function createAccountLabels(): AccountLabels {
  const salt = randomBytes(16);
  return {
    labelOf: (key) => createHash('sha256').update(salt).update(key).digest('hex').slice(0, 8),
  };
}

export interface TrafficOptions {
  /** Address of the service, if only one is to be judged. */
  readonly service: string | undefined;
  readonly labels: AccountLabels;
  /** True if recordings without numbers contain every call to their books. */
  readonly complete: boolean;
}

/** An exchange whose answer has not been reached yet. */
interface PendingExchange {
  readonly recorded: RecordedExchange;
  readonly destination: Destination;
  /** Its place in the order of sending. */
  readonly position: number;
}

/** Whole seconds say less about the order of responses than the order of the recording does. */
function orderTime({ recorded: { sentAt, took, ordered } }: PendingExchange): number {
  return ordered === false ? sentAt : sentAt + took;
}

/**
 * Yields exchanges in the order of their answers, each with the calls still under way then.
 * @param exchanges in sending order
 * @throws ClocksDiffer for recordings whose calls cannot be put in order
 */
export async function* readInResponseOrder(
  exchanges: AsyncIterable<RecordedExchange>,
  { service, labels, complete }: TrafficOptions,
): AsyncGenerator<TrafficExchange> {
  const pending = new TinyQueue<PendingExchange>(
    [],
    (one, other) => orderTime(one) - orderTime(other) || one.position - other.position,
  );
  const gaps = createGapFinder(complete);
  const compareClocks = createClockComparison();
  const destinations = createDestinations(service);
  let [position, number] = [0, 0];
  const emit = function* (until: number): Generator<TrafficExchange> {
    for (let next = pending.peek(); next && orderTime(next) <= until; next = pending.peek()) {
      pending.pop();
      number += 1;
      yield createTrafficExchange(next, pending.data, { number, labels, gaps });
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
    yield* emit(recorded.sentAt + roundingError(recorded));
    position += 1;
    pending.push({ recorded, destination, position });
  }
  yield* emit(Number.POSITIVE_INFINITY);
}

/**
 * Recorders that round to whole milliseconds can make one call seem to begin before the previous one
 * has ended. Such calls count as consecutive, in the order of the recording.
 */
function roundingError({ sentAt }: RecordedExchange): number {
  return Number.isInteger(sentAt) ? 1 : 0;
}

function createTrafficExchange(
  next: PendingExchange,
  pending: readonly PendingExchange[],
  {
    number,
    labels,
    gaps,
  }: Pick<ObserveContext, 'number' | 'labels'> & { readonly gaps: GapFinder },
): TrafficExchange {
  const { recorded, destination } = next;
  const inFlight: CallInFlight[] = pending
    .filter((other) => other.recorded.sentAt <= orderTime(next))
    .map((other) =>
      createSentRequest(other.recorded.request, { destination: other.destination, labels }),
    );
  const observed = createObservation(recorded, { number, destination, labels });
  return {
    recorded,
    observed: {
      ...observed,
      ...(gaps.isAfterGap(recorded) && { afterGap: true }),
      ...(inFlight.length > 0 && { inFlight }),
    },
  };
}

export interface ObserveContext {
  readonly number: number;
  readonly destination: Destination;
  readonly labels: AccountLabels;
}

/** Turns one recorded exchange into the monitor's form. */
export function createObservation(
  recorded: RecordedExchange,
  context: ObserveContext,
): ObservedExchange {
  const { sentAt, took, request } = recorded;
  // An upload that another storage may have taken has an open end, like one without a response.
  const response = isSentElsewhere(recorded) ? undefined : recorded.response;
  return {
    number: context.number,
    sentAt,
    answeredAt: sentAt + took,
    request: createSentRequest(request, context),
    response: response && {
      status: response.status,
      headers: response.headers,
      text: response.text,
      body: parseBody(response),
    },
  };
}

/** Turns a request into the monitor's form, without its key. */
export function createSentRequest(
  request: RecordedRequest,
  { destination, labels }: Pick<ObserveContext, 'destination' | 'labels'>,
): SentRequest {
  const { apikey, ...headers } = request.headers;
  const { toStorage, path } = destination;
  return {
    method: request.method,
    path,
    toStorage,
    headers: apikey === undefined ? headers : { ...headers, apikey: '[key]' },
    key: request.hidesKey === true ? 'unknown' : readKeyState(apikey),
    account: apikey === undefined || apikey === '' ? '' : labels.labelOf(apikey),
    body: readSentBody(request, toStorage),
  };
}

/**
 * Recordings do not show whether a key is valid; the monitor learns it from the responses. Only our
 * own archives name a key that the service does not know.
 */
function readKeyState(key: string | undefined): KeyState {
  if (key === '[wrong key]') return 'wrong';
  return key === undefined || key.trim() === '' ? 'none' : 'unknown';
}

function readSentBody(request: RecordedRequest, isUpload: boolean): SentBody {
  const { method, text, size, sha256, beginning, headers } = request;
  if (isUpload) {
    return {
      kind: 'bytes',
      ...(size !== undefined && { size }),
      ...(sha256 !== undefined && { sha256 }),
      ...(beginning !== undefined && { beginning: Buffer.from(beginning, 'base64') }),
    };
  }
  if (text === undefined) {
    // Without any size, only the method says whether there was a body.
    const length = size ?? readContentLength(headers);
    const isEmpty = length === 0 || (Number.isNaN(length) && !/^(POST|PATCH)$/.test(method));
    return isEmpty ? { kind: 'none' } : { kind: 'unknown' };
  }
  if (text === '') return { kind: 'none' };
  const value = parseJson(text);
  return value === undefined ? { kind: 'text', text } : { kind: 'json', value };
}

function parseBody({ text }: RecordedResponse): unknown {
  return text === undefined || text === '' ? undefined : parseJson(text);
}
