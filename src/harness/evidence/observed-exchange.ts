/** Converts the exchanges of a run to the monitor's input. */
import { createHash } from 'node:crypto';
import type { CallInFlight, ObservedExchange, SentBody } from '../../monitor/index.ts';
import type { Exchange, SentRequest } from './exchange.ts';

const keys = { own: 'own', second: 'own', other: 'wrong', none: 'none' } as const;

/** The parts of a call that its recorded exchange masks or omits. */
export interface CallDetails {
  /** Calls that were in flight when the response to this one arrived. */
  readonly inFlight?: readonly CallInFlight[];
  /** The presigned URL of a PUT, with its query. */
  readonly url?: string;
  /** All bytes of an upload. */
  readonly bytes?: Uint8Array;
  /** Lower-case ids of the path that the run made up. */
  readonly madeUpIds?: readonly string[];
}

/** A call that got no complete response. */
export interface LostCall {
  readonly number: number;
  readonly request: SentRequest;
  readonly toStorage: boolean;
  /** When it was sent and when it was given up, in epoch milliseconds. */
  readonly sentAt: number;
  readonly gaveUpAt: number;
}

/** Converts an exchange that got a response. */
export function toObservedExchange(
  exchange: Exchange,
  details: CallDetails = {},
): ObservedExchange {
  const { number, request, status, headers, text, body, sentAt = 0, took, operation } = exchange;
  return {
    ...observeCall(request, operation === 'putFile', details),
    number,
    sentAt,
    answeredAt: sentAt + took,
    response: { status, headers, text, body },
  };
}

/** Converts a call that got no response. */
export function toLostExchange(lostCall: LostCall, details: CallDetails = {}): ObservedExchange {
  const { number, sentAt, gaveUpAt: answeredAt, request, toStorage } = lostCall;
  const call = observeCall(request, toStorage, details);
  return { ...call, number, sentAt, answeredAt, response: undefined };
}

function observeCall(
  sentRequest: SentRequest,
  toStorage: boolean,
  { url, bytes, madeUpIds = [], inFlight = [] }: CallDetails,
): Pick<ObservedExchange, 'request' | 'inFlight'> {
  const { method, path, headers } = sentRequest;
  const request = {
    method,
    path: toStorage ? (url ?? path) : path,
    toStorage,
    headers,
    key: keys[sentRequest.key],
    account: getAccount(sentRequest),
    body: toSentBody(sentRequest, bytes ?? sentRequest.bytes),
    madeUpIds,
  };
  return { request, inFlight };
}

/** Returns the label of the account that a request was sent for. */
export function getAccount({ key }: Pick<SentRequest, 'key'>): 'own' | 'second' {
  return key === 'second' ? 'second' : 'own';
}

function toSentBody({ body }: SentRequest, bytes: Uint8Array | undefined): SentBody {
  if (bytes !== undefined) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { kind: 'bytes', size: bytes.length, sha256, beginning: bytes.subarray(0, 64) };
  }
  if (body === undefined) return { kind: 'none' };
  return typeof body === 'string' ? { kind: 'text', text: body } : { kind: 'json', value: body };
}
