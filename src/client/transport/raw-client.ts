/** The typed calls of the contract by openapi-fetch. This is the only file that knows that package. */
import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { KeyedOperation, KeyedPaths } from '../contract.ts';
import type { HeaderRecord } from './call.ts';

export type { Middleware } from 'openapi-fetch';

/**
 * One typed method per HTTP method of the contract. Each returns `{ data, error, response }` and never throws on a
 * status: branch on `response.ok`, because an empty 401 has neither data nor error.
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
  /** Registered before any other. */
  readonly middleware: readonly Middleware[];
}

/**
 * Returns a raw client, and the middleware that is registered with it.
 * @param fetch sends the requests of calls that bring no `fetch` of their own
 */
export function createRawClient(
  { address, headers, middleware: inherited }: RawClientOptions,
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
  const use: RawClient['use'] = (...added) => {
    client.use(...added);
    middleware.push(...added);
  };
  const eject: RawClient['eject'] = (...removed) => {
    client.eject(...removed);
    middleware.splice(0, Infinity, ...middleware.filter((each) => !removed.includes(each)));
  };
  use(...inherited);
  const raw: RawClient = { ...client, use, eject };
  return { raw, middleware };
}

/**
 * Returns the class that openapi-fetch makes its requests with. The transport makes the request that is sent, with its
 * key and its signal, so one that no middleware sees is only noted: a whole `Request` costs a tenth of a call.
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
 * Fills the `{name}` parts of a path template, each with one percent-encoded segment. `.` and `..` are refused,
 * because a URL resolves even their encoded forms; so are an empty value and a lone surrogate.
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

/** @param path below the base address, for example `/books/7/publish` */
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
