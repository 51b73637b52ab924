/** The service as `books` calls it: through the raw client, with the response read and refusals made errors. */
import type { KeyedOperation } from '../contract.ts';
import { parseBody } from '../json.ts';
import {
  beginCall,
  type Call,
  type CallOptions,
  type HeaderRecord,
  type Limits,
  type RetryMeans,
} from '../requests/index.ts';
import { createResponseError, type Mask } from '../responses/index.ts';
import {
  createRawClient,
  operationOf,
  type Middleware,
  type PlannedRequest,
  type RawClient,
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

/** Makes a typed call; the init goes with it. */
export type Send = (
  raw: RawClient,
  init: {
    readonly headers: HeaderRecord;
    readonly parseAs: 'text';
    readonly fetch: (request: PlannedRequest) => Promise<Response>;
  },
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;

export interface Service {
  readonly raw: RawClient;
  /** The middleware registered with `raw`. */
  readonly middleware: readonly Middleware[];
  /** The means of a retry. */
  readonly means: RetryMeans;
  readonly begin: (operation: KeyedOperation, options: CallOptions | undefined) => Call;
  /** Returns the content of a success; throws the error that fits any other response. */
  readonly ask: <T>(call: Call, reader: Reader<T>, send: Send) => Promise<CallResult<T>>;
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
  const { address, limits, time } = means;
  const transport = createTransport(means);
  const begin: Service['begin'] = (operation, options) =>
    beginCall(operation, options, { ...limits, time });
  const { raw, middleware } = createRawClient({
    ...means,
    fetch: async (request) => {
      const { method, signal, url } = request;
      const operation = operationOf(method, url.slice(address.length).replace(/\?.*/s, ''));
      return transport(request, begin(operation, { signal: signal ?? undefined }));
    },
  });
  return { raw, middleware, means, begin, ask: createAsk(means, raw, transport) };
}

function createAsk(
  { mask, time, validate }: ServiceMeans,
  raw: RawClient,
  transport: Transport,
): Service['ask'] {
  return async (call, reader, send) => {
    const { headers } = call;
    const fetch = (request: PlannedRequest) => transport(request, call);
    const { data, error, response } = await send(raw, { headers, parseAs: 'text', fetch });
    const body = response.ok ? parseBody(data) : error;
    const { operation, attempts, truncated } = call;
    const content = response.ok ? reader.read(body) : undefined;
    if (content !== undefined) {
      validate?.({ operation, attempts, mask }, response, body);
      return { data: content, response, attempts };
    }
    const { expected } = reader;
    const received = { operation, attempts, response, mask, now: time.now() };
    const failure = createResponseError({ ...received, body, expected, truncated });
    const refusal = reader.readRefusal?.(failure);
    if (refusal === undefined) throw failure;
    return { data: refusal, response, attempts };
  };
}
