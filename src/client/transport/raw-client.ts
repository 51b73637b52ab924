/** The typed calls of the contract by openapi-fetch. Only this file depends on that package. */
import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { KeyedOperation, KeyedPaths } from '../contract.ts';
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

export interface RawClientOptions {
  readonly address: string;
  readonly headers: HeaderRecord;
  /** The middleware to register first. */
  readonly middleware: readonly Middleware[];
}

/**
 * Creates a raw client. Returns it with the list of its registered middleware.
 * @param fetch sends the requests of calls without a `fetch` of their own
 */
export function createRawClient(
  { address, headers, middleware: initialMiddleware }: RawClientOptions,
  fetch: (request: PlannedRequest) => Promise<Response>,
) {
  const middleware: Middleware[] = [];
  const client = createClient<KeyedPaths>({
    baseUrl: address,
    headers,
    fetch,
    Request: createRequestClass(() => middleware.length > 0),
    pathSerializer: fillPath,
  });
  const use: RawClient['use'] = (...additions) => {
    client.use(...additions);
    middleware.push(...additions);
  };
  const eject: RawClient['eject'] = (...removals) => {
    client.eject(...removals);
    const remainingMiddleware = middleware.filter((entry) => !removals.includes(entry));
    // Changed in place, because the caller holds this list.
    middleware.splice(0, Infinity, ...remainingMiddleware);
  };
  use(...initialMiddleware);
  const raw: RawClient = { ...client, use, eject };
  return { raw, middleware };
}

/**
 * Returns the class with which openapi-fetch creates its requests. The transport creates the request that is sent. So
 * without middleware, a plain object is enough here: a `Request` would cost a tenth of a call.
 */
function createRequestClass(hasMiddleware: () => boolean): typeof Request {
  return new Proxy(Request, {
    construct: (Class, [address, init]: [string, RequestInit & { headers: Headers }]) => {
      if (hasMiddleware()) return new Class(address, init);
      const { method = 'GET', headers, body, signal } = init;
      const text = async () => (typeof body === 'string' ? body : '');
      return { method, url: address, headers, signal, text };
    },
  });
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
    throw new TypeError(
      `${name} must fit into one path segment; ${JSON.stringify(value)} does not. Nothing was sent.`,
    );
  });
}

/** @param path the path below the base address, for example `/books/7/publish` */
export function findOperation(method: string, path: string): KeyedOperation {
  const [, , id, last] = path.split('/');
  if (method === 'DELETE') return 'deleteBook';
  if (method === 'PATCH') return last === undefined ? 'updateBook' : 'attachFile';
  if (method === 'GET' && id === undefined) return 'listBooks';
  if (method === 'GET') return last === undefined ? 'readBook' : 'lookUpBook';
  if (last === 'publish') return 'publishBook';
  if (last === 'unpublish') return 'unpublishBook';
  return last === 'upload' ? 'requestUploads' : 'createBook';
}
