/**
 * The typed calls of the contract, with the types, middleware and options of openapi-fetch. Only this file depends on that
 * package.
 */
import { mergeHeaders, type Client, type Middleware } from 'openapi-fetch';
import type { KeyedOperation, KeyedPaths } from '../contract.ts';
import { parseBody, refuseValue } from '../json.ts';
import { takeText } from '../responses/index.ts';
import type { HeaderRecord } from './call.ts';

export type { Middleware } from 'openapi-fetch';

/**
 * One typed method per HTTP method of the contract. Each returns `{ data, error, response }` and never throws for a
 * status. Check `response.ok`, because an empty 401 has neither data nor error.
 */
export type RawClient = Pick<
  Client<KeyedPaths>,
  'GET' | 'POST' | 'PATCH' | 'DELETE' | 'request' | 'use' | 'eject'
>;

/** The parts of a request that the transport uses. */
export interface PlannedRequest extends Pick<Request, 'method' | 'url' | 'headers' | 'text'> {
  readonly signal?: AbortSignal | null | undefined;
}

type Send<Planned = PlannedRequest> = (request: Planned) => Promise<Response>;

export interface RawClientOptions {
  readonly address: string;
  readonly headers: HeaderRecord;
  /** The middleware to register first. */
  readonly middleware: readonly Middleware[];
}

/** The options of a raw call. The types of `RawClient` decide which parameters and body a path has. */
interface RawOptions extends Omit<RequestInit, 'body' | 'headers'> {
  readonly baseUrl?: string;
  readonly params?: {
    readonly path?: Readonly<Record<string, unknown>>;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly header?: Readonly<Record<string, string>>;
  };
  readonly headers?: HeadersInit;
  readonly body?: unknown;
  readonly parseAs?: 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream';
  readonly fetch?: Send;
  readonly middleware?: readonly Middleware[];
  readonly querySerializer?: typeof serializeQuery;
  readonly bodySerializer?: (body: unknown) => string;
  readonly pathSerializer?: typeof fillPath;
}

/**
 * Creates a raw client. Returns it with the list of its registered middleware.
 * @param send sends the requests of calls without a `fetch` of their own
 */
export function createRawClient(client: RawClientOptions, send: Send) {
  const middleware = [...client.middleware];
  const call = async (method: string, schemaPath: string, options: RawOptions = {}) => {
    const { parseAs = 'json', fetch = send, params = {}, signal = null } = options;
    const chain = [...middleware, ...(options.middleware ?? [])];
    const { url, headers, body } = planRequest(client, schemaPath, options);
    // Without middleware, a plain object is enough: a `Request` would cost a tenth of a call.
    if (chain.length === 0) {
      const text = async () => body ?? '';
      return readResult(await fetch({ method, url, headers, signal, text }), parseAs);
    }
    const request = new Request(url, { ...options, method, headers, body });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- openapi-fetch describes its own defaults here
    const context = {
      request,
      schemaPath,
      params,
      options,
      id: url,
    } as unknown as MiddlewareContext;
    return readResult(await runMiddleware(chain, context, fetch), parseAs);
  };
  const createMethod = (method: string) => async (path: string, options?: RawOptions) =>
    call(method, path, options);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the contract types the paths of one implementation
  const raw = {
    GET: createMethod('GET'),
    POST: createMethod('POST'),
    PATCH: createMethod('PATCH'),
    DELETE: createMethod('DELETE'),
    request: async (method: string, path: string, options?: RawOptions) =>
      call(method.toUpperCase(), path, options),
    use: (...additions: readonly Middleware[]) => void middleware.push(...additions),
    eject: (...removals: readonly Middleware[]) => {
      const remainingMiddleware = middleware.filter((entry) => !removals.includes(entry));
      // Changed in place, because clients made by `withOptions` read this list.
      middleware.splice(0, Infinity, ...remainingMiddleware);
    },
  } as unknown as RawClient;
  return { raw, middleware };
}

function planRequest(
  client: RawClientOptions,
  schemaPath: string,
  { baseUrl, params = {}, headers, body, ...serializers }: RawOptions,
) {
  const { querySerializer = serializeQuery, bodySerializer = JSON.stringify } = serializers;
  const { pathSerializer = fillPath } = serializers;
  const address = baseUrl?.replace(/\/$/, '') ?? client.address;
  const path = address + pathSerializer(schemaPath, params.path ?? {});
  const query = querySerializer(params.query ?? {}).replace(/^\?/, '');
  const url = query === '' ? path : `${path}?${query}`;
  const text = body === undefined ? undefined : bodySerializer(body);
  const type = text === undefined ? {} : { 'content-type': 'application/json' };
  const merged = mergeHeaders(type, client.headers, headers, params.header);
  return { url, headers: merged, body: text ?? null };
}

function serializeQuery(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
}

/** Reads the body as openapi-fetch does. */
async function readResult(response: Response, parseAs: NonNullable<RawOptions['parseAs']>) {
  const text = await takeText(response);
  const parse = (): unknown => (text === '' ? undefined : JSON.parse(text));
  if (!response.ok) return { error: parseBody(text), response };
  if (parseAs === 'json') return { data: parse(), response };
  if (parseAs === 'text') return { data: text, response };
  return { data: parseAs === 'stream' ? response.body : await response[parseAs](), response };
}

type MiddlewareContext = Parameters<NonNullable<Middleware['onRequest']>>[0];

/** Calls the middleware around a request: first to last before it, last to first after it, as openapi-fetch does. */
async function runMiddleware(
  chain: readonly Middleware[],
  context: MiddlewareContext,
  send: Send,
): Promise<Response> {
  let { request } = context;
  for (const { onRequest } of chain) {
    const result = await onRequest?.({ ...context, request });
    // A response instead of the request, such as one from a cache.
    if (result instanceof Response) return result;
    if (result instanceof Request) request = result;
  }
  const [latest, reversed] = [{ ...context, request }, chain.toReversed()];
  let response = await send(request).catch(async (failure: unknown) => {
    let error = failure;
    for (const { onError } of reversed) {
      const result = await onError?.({ ...latest, error });
      if (result instanceof Response) return result;
      if (result instanceof Error) error = result;
    }
    throw error;
  });
  for (const { onResponse } of reversed) {
    const result = await onResponse?.({ ...latest, response });
    if (result instanceof Response) response = result;
  }
  return response;
}

/**
 * Replaces each `{name}` of a path template with one percent-encoded segment. Refuses `.` and `..`, because a URL
 * resolves even their encoded forms. Also refuses an empty value and a lone surrogate.
 */
export function fillPath(template: string, values: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value === 'string' && !/^\.{0,2}$|\p{Surrogate}/u.test(value)) {
      return encodeURIComponent(value);
    }
    return refuseValue(name, value, 'one path segment');
  });
}

/** @param path the path below the base address, for example `/books/7/publish` */
export function findOperation(method: string, path: string): KeyedOperation {
  const [, , id, last] = path.split('/');
  if (method === 'DELETE') return 'deleteBook';
  if (method === 'PATCH') return last === undefined ? 'updateBook' : 'attachFile';
  if (method === 'GET' && id === undefined) return 'listBooks';
  if (method === 'GET') return last === undefined ? 'readBook' : 'lookUpBook';
  if (last === 'publish' || last === 'unpublish') return `${last}Book`;
  return last === 'upload' ? 'requestUploads' : 'createBook';
}
