/** Sends the calls of `books` through the raw client, reads successes and throws refusals as errors. */
import type { KeyedOperation } from '../contract.ts';
import { parseBody } from '../json.ts';
import { createResponseError } from '../responses/index.ts';
import {
  beginCall,
  readLimits,
  type ActiveCall,
  type CallOptions,
  type HeaderRecord,
  type Limits,
} from './call.ts';
import type { CallResult } from './call-promise.ts';
import {
  createRawClient,
  findOperation,
  type Middleware,
  type PlannedRequest,
  type RawClient,
} from './raw-client.ts';
import type { RetryContext } from './retry.ts';
import { createTransport, type TransportDependencies } from './transport.ts';

/** Reads the content of a success in the forms that the document describes. */
export interface Reader<T> {
  /** Describes these forms, for error messages. */
  readonly expected: string;
  /** Returns the content, or undefined if the body has no documented form. */
  readonly read: (body: unknown) => T | undefined;
}

/** Sends the request of one operation. */
export type SendOperation = (
  raw: RawClient,
  init: {
    readonly headers: HeaderRecord;
    readonly parseAs: 'text';
    readonly fetch: (request: PlannedRequest) => Promise<Response>;
  },
) => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;

export interface Service {
  readonly raw: RawClient;
  readonly middleware: readonly Middleware[];
  readonly context: RetryContext;
  readonly begin: (operation: KeyedOperation, options: CallOptions | undefined) => ActiveCall;
  /** Returns the content of a success, and throws other responses as errors. */
  readonly ask: <T>(
    call: ActiveCall,
    reader: Reader<T>,
    send: SendOperation,
  ) => Promise<CallResult<T>>;
}

export interface ServiceDependencies extends TransportDependencies {
  readonly limits: Limits;
  readonly headers: HeaderRecord;
  readonly middleware: readonly Middleware[];
}

export function createService(dependencies: ServiceDependencies): Service {
  const { address, limits, mask, time } = dependencies;
  const transport = createTransport(dependencies);
  const defaults = readLimits(limits);
  const begin: Service['begin'] = (operation, options = {}) =>
    beginCall(operation, options, { ...defaults, now: time.monotonic() });
  const { raw, middleware } = createRawClient(dependencies, async (request) => {
    const { method, signal, url } = request;
    const operation = findOperation(method, url.slice(address.length).replace(/[?#].*/s, ''));
    return transport(request, begin(operation, { signal: signal ?? undefined }));
  });
  const ask: Service['ask'] = async (call, reader, send) => {
    const { headers } = call;
    const fetch = (request: PlannedRequest) => transport(request, call);
    const { data, error, response } = await send(raw, { headers, parseAs: 'text', fetch });
    const body = response.ok ? parseBody(data) : error;
    const content = response.ok ? reader.read(body) : undefined;
    if (content !== undefined) return { data: content, response, attempts: call.attempts };
    throw createResponseError({ ...call, ...reader, response, body, mask, now: time.now() });
  };
  return { raw, middleware, context: dependencies, begin, ask };
}

/** The path prefix of every call that takes the key (document: Versioning). */
const prefix = '/v2/distribution';

/**
 * Returns the address below which all calls are sent, without a trailing slash.
 *
 * @param baseUrl an http or https address, with or without `/v2/distribution` and a trailing slash: `https://host`,
 *   `https://host/gateway/v2/distribution/`
 * @throws TypeError if it is missing, for anything else, and for an address with a user name, a query or a fragment
 */
export function completeAddress(baseUrl: string | undefined): string {
  if (!baseUrl) {
    throw new TypeError('baseUrl is missing. Pass it, or set DISTRIBUTION_URL.');
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // An address that consists only of origin and path has no user name, query or fragment.
  if (url === undefined || url.origin + url.pathname !== url.href || !/^https?:/.test(url.href)) {
    const rule = 'must be an http(s) address without a user or query.';
    throw new TypeError(`baseUrl (or DISTRIBUTION_URL) ${rule}`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(prefix) ? path : path + prefix);
}
