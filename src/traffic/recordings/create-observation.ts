/** Converts recorded exchanges into the monitor's form, without secrets. */
import { createHash, randomBytes } from 'node:crypto';
import type { KeyState, SentBody, SentRequest } from '../../monitor/index.ts';
import { isSentElsewhere, type Destination } from './destinations.ts';
import {
  readContentLength,
  tryParseJson,
  type RecordedExchange,
  type RecordedRequest,
  type RecordedResponse,
} from './recorded-exchange.ts';

/** Gives each account a label, so that no key has to be stored. */
export interface AccountLabels {
  readonly getLabel: (key: string) => string;
}

/** Creates salted labels, so that a key cannot be guessed from a report. */
export function createAccountLabels(): AccountLabels {
  const salt = randomBytes(16);
  return {
    getLabel: (key) => createHash('sha256').update(salt).update(key).digest('hex').slice(0, 8),
  };
}

export interface ObservationContext {
  readonly number: number;
  readonly destination: Destination;
  readonly labels: AccountLabels;
}

/** Converts a recorded exchange into the monitor's form. */
export function createObservation(recorded: RecordedExchange, context: ObservationContext) {
  const { sentAt, took, request } = recorded;
  // An upload that was redirected to another storage has an unknown outcome, like one without a response.
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

/** Converts a request into the monitor's form, without its key. */
export function createSentRequest(
  request: RecordedRequest,
  { destination, labels }: Pick<ObservationContext, 'destination' | 'labels'>,
): SentRequest {
  const { apikey, ...headers } = request.headers;
  const { toStorage, path } = destination;
  return {
    method: request.method,
    path,
    toStorage,
    headers: apikey === undefined ? headers : { ...headers, apikey: '[key]' },
    key: request.hidesKey === true ? 'unknown' : readKeyState(apikey),
    account: apikey === undefined || apikey === '' ? '' : labels.getLabel(apikey),
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
    // Without any size, the method decides whether there was a body.
    const length = size ?? readContentLength(headers);
    const isEmpty = length === 0 || (Number.isNaN(length) && !/^(POST|PATCH)$/.test(method));
    return isEmpty ? { kind: 'none' } : { kind: 'unknown' };
  }
  if (text === '') return { kind: 'none' };
  const value = tryParseJson(text);
  return value === undefined ? { kind: 'text', text } : { kind: 'json', value };
}

function parseBody({ text }: RecordedResponse): unknown {
  return text === undefined || text === '' ? undefined : tryParseJson(text);
}
