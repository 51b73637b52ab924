/** The service as `books` calls it: through the raw client, with the response read and refusals made errors. */
import type { KeyedOperation } from '../contract.ts';
import { createResponseError, type Mask } from '../errors/index.ts';
import { parseBody } from '../json.ts';
import {
  type Trace,
  beginCall,
  type Call,
  type CallOptions,
  type Limits,
  type HeaderRecord,
  readRetryAfter,
  type RetryMeans,
} from '../requests/index.ts';
import { operationOf } from './operation-of.ts';
import {
  createRawClient,
  type Middleware,
  type RawClient,
  type RawInit,
  type RawResult,
} from './raw-client.ts';
import { createTransport, type Transport, type TransportMeans } from './transport.ts';

/** The result of a call, with its response. */
export interface CallResult<T, Received = Response> {
  readonly data: T;
  /** The response as it was received. Its body can still be read. */
  readonly response: Received;
  /** How many requests were sent for it. */
  readonly attempts: number;
}

/** Reads the content of a success in every form the document describes, and of no other. */
export interface Reader<T> {
  /** The documented response, in words. */
  readonly expected: string;
  /** Returns the content, or undefined when the body is none of the documented forms. */
  readonly read: (body: unknown) => T | undefined;
  /** For a call where some refusal is a result too: its content, or undefined for any other refusal. */
  readonly readRefusal?: ((error: Error) => T | undefined) | undefined;
}

/** One request of a call, and how its response is read. */
export interface Question<T> {
  readonly operation: KeyedOperation;
  readonly call: Call;
  readonly reader: Reader<T>;
  /** Counts the requests, for a caller that has to know what happened on the way. */
  readonly trace?: Trace | undefined;
  /** Makes the typed call; the init goes with it. */
  readonly send: (raw: RawClient, init: RawInit) => Promise<RawResult>;
}

export interface Service {
  readonly raw: RawClient;
  /** The middleware registered with `raw`. */
  readonly middleware: readonly Middleware[];
  /** The means of a retry. */
  readonly means: RetryMeans;
  readonly begin: (options: CallOptions | undefined) => Call;
  /** Returns the content of a success; throws the error that fits any other response. */
  readonly ask: <T>(question: Question<T>) => Promise<CallResult<T>>;
}

/** Judges the body of a success. */
export type Validate = (
  success: { readonly operation: KeyedOperation; readonly attempts: number; readonly mask: Mask },
  response: Response,
  body: unknown,
) => void;

export interface ServiceMeans extends TransportMeans {
  readonly limits: Limits;
  readonly headers: HeaderRecord;
  readonly middleware: readonly Middleware[];
  readonly validate: Validate | undefined;
}

export function createService(means: ServiceMeans): Service {
  const { address, headers, limits, time } = means;
  const transport = createTransport(means);
  const defaults = { ...limits, time };
  const { raw, middleware } = createRawClient({
    address,
    headers,
    middleware: means.middleware,
    fetch: async (request) => {
      const { method, signal, url } = request;
      const operation = operationOf(method, url.slice(address.length).replace(/\?.*/s, ''));
      const call = beginCall({ signal: signal ?? undefined }, defaults);
      return transport(request, { operation, call, trace: { attempts: 0, unclear: false } });
    },
  });
  return {
    raw,
    middleware,
    means,
    begin: (options) => beginCall(options, defaults),
    ask: async (question) => ask(means, { ...question, raw, transport }),
  };
}

interface Asking<T> extends Question<T> {
  readonly raw: RawClient;
  readonly transport: Transport;
}

async function ask<T>(
  { mask, time, validate }: ServiceMeans,
  { operation, call, reader, send, raw, transport, ...asking }: Asking<T>,
): Promise<CallResult<T>> {
  const trace = asking.trace ?? { attempts: 0, unclear: false };
  const owner = { operation, call, trace };
  const fetch: RawInit['fetch'] = async (request) => transport(request, owner);
  const result = await send(raw, { headers: call.headers, parseAs: 'text', fetch });
  const { response } = result;
  const body = response.ok ? parseBody(result.data) : result.error;
  const { attempts, truncated } = trace;
  const content = response.ok ? reader.read(body) : undefined;
  if (content !== undefined) {
    validate?.({ operation, attempts, mask }, response, body);
    return { data: content, response, attempts };
  }
  const { expected } = reader;
  const retryAfterMs = readRetryAfter(response.headers, time.now());
  const failed = { operation, attempts, response, body, expected, retryAfterMs, mask };
  const error = createResponseError({ ...failed, truncated });
  const data = reader.readRefusal?.(error);
  if (data === undefined) throw error;
  return { data, response, attempts };
}
