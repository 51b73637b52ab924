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
  contentLength,
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

export interface JudgedTraffic {
  /** Address of the service, if only one is to be judged. */
  readonly service: string | undefined;
  readonly labels: AccountLabels;
  /** True if recordings without numbers contain every call to their books. */
  readonly complete: boolean;
}

/** An exchange whose answer has not been reached yet. */
interface Waiting {
  readonly recorded: RecordedExchange;
  readonly destination: Destination;
  /** Its place in the order of sending. */
  readonly place: number;
}

/** Whole seconds say less about the order of responses than the order of the recording does. */
function answeredAt({ recorded: { sentAt, took, ordered } }: Waiting): number {
  return ordered === false ? sentAt : sentAt + took;
}

/**
 * Yields exchanges in the order of their answers, each with the calls still under way then.
 * @param exchanges in sending order
 * @throws ClocksDiffer for recordings whose calls cannot be put in order
 */
export async function* inAnswerOrder(
  exchanges: AsyncIterable<RecordedExchange>,
  { service, labels, complete }: JudgedTraffic,
): AsyncGenerator<TrafficExchange> {
  const open = new TinyQueue<Waiting>(
    [],
    (one, other) => answeredAt(one) - answeredAt(other) || one.place - other.place,
  );
  const gaps = createGapFinder(complete);
  const compareClocks = createClockComparison();
  const destinations = createDestinations(service);
  let [place, number] = [0, 0];
  const emit = function* (until: number): Generator<TrafficExchange> {
    for (let next = open.peek(); next && answeredAt(next) <= until; next = open.peek()) {
      open.pop();
      number += 1;
      yield judgeable(next, open.data, { number, labels, gaps });
    }
  };
  for await (const recorded of exchanges) {
    const destination = destinations.of(recorded);
    if (destination === undefined) {
      gaps.ignore(recorded);
      continue;
    }
    compareClocks(recorded);
    destinations.learn(recorded);
    yield* emit(recorded.sentAt + roundingOf(recorded));
    place += 1;
    open.push({ recorded, destination, place });
  }
  yield* emit(Number.POSITIVE_INFINITY);
}

/**
 * Recorders that round to whole milliseconds can make one call seem to begin before the previous one
 * has ended. Such calls count as consecutive, in the order of the recording.
 */
function roundingOf({ sentAt }: RecordedExchange): number {
  return Number.isInteger(sentAt) ? 1 : 0;
}

function judgeable(
  next: Waiting,
  open: readonly Waiting[],
  { number, labels, gaps }: Pick<Observing, 'number' | 'labels'> & { readonly gaps: GapFinder },
): TrafficExchange {
  const { recorded, destination } = next;
  const inFlight: CallInFlight[] = open
    .filter((other) => other.recorded.sentAt <= answeredAt(next))
    .map((other) =>
      sentRequest(other.recorded.request, { destination: other.destination, labels }),
    );
  const observed = observe(recorded, { number, destination, labels });
  return {
    recorded,
    observed: {
      ...observed,
      ...(gaps.isAfterGap(recorded) && { afterGap: true }),
      ...(inFlight.length > 0 && { inFlight }),
    },
  };
}

export interface Observing {
  readonly number: number;
  readonly destination: Destination;
  readonly labels: AccountLabels;
}

/** Turns one recorded exchange into the monitor's form. */
export function observe(recorded: RecordedExchange, how: Observing): ObservedExchange {
  const { sentAt, took, request } = recorded;
  // An upload that another storage may have taken has an open end, like one without a response.
  const response = isSentElsewhere(recorded) ? undefined : recorded.response;
  return {
    number: how.number,
    sentAt,
    answeredAt: sentAt + took,
    request: sentRequest(request, how),
    response: response && {
      status: response.status,
      headers: response.headers,
      text: response.text,
      body: jsonIn(response),
    },
  };
}

/** Turns a request into the monitor's form, without its key. */
export function sentRequest(
  request: RecordedRequest,
  { destination, labels }: Pick<Observing, 'destination' | 'labels'>,
): SentRequest {
  const { apikey, ...headers } = request.headers;
  const { toStorage, path } = destination;
  return {
    method: request.method,
    path,
    toStorage,
    headers: apikey === undefined ? headers : { ...headers, apikey: '[key]' },
    key: request.hidesKey === true ? 'unknown' : keyState(apikey),
    account: apikey === undefined || apikey === '' ? '' : labels.labelOf(apikey),
    body: sentBody(request, toStorage),
  };
}

/**
 * Recordings do not show whether a key is valid; the monitor learns it from the responses. Only our
 * own archives name a key that the service does not know.
 */
function keyState(key: string | undefined): KeyState {
  if (key === '[wrong key]') return 'wrong';
  return key === undefined || key.trim() === '' ? 'none' : 'unknown';
}

function sentBody(request: RecordedRequest, isUpload: boolean): SentBody {
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
    const length = size ?? contentLength(headers);
    const isEmpty = length === 0 || (Number.isNaN(length) && !/^(POST|PATCH)$/.test(method));
    return isEmpty ? { kind: 'none' } : { kind: 'unknown' };
  }
  if (text === '') return { kind: 'none' };
  const value = parseJson(text);
  return value === undefined ? { kind: 'text', text } : { kind: 'json', value };
}

function jsonIn({ text }: RecordedResponse): unknown {
  return text === undefined || text === '' ? undefined : parseJson(text);
}
