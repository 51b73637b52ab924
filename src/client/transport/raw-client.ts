/** The typed calls of the contract by openapi-fetch. This is the only file that knows that package. */
import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { KeyedPaths } from '../contract.ts';
import type { HeaderRecord } from '../requests/index.ts';
import { fillPath } from './path-segment.ts';

export type { Middleware } from 'openapi-fetch';

/**
 * One typed method per HTTP method of the contract. Each returns `{ data, error, response }` and never throws on a
 * status: branch on `response.ok`, because an empty 401 has neither data nor error.
 */
export type RawClient = Pick<
  Client<KeyedPaths>,
  'GET' | 'POST' | 'PATCH' | 'DELETE' | 'request' | 'use' | 'eject'
>;

/** The options that every call of `books` passes to openapi-fetch in addition to its path and body. */
export interface RawInit {
  readonly headers: HeaderRecord;
  readonly parseAs: 'text';
  /** Carries the limits and the signal of the call. */
  readonly fetch: (request: PlannedRequest) => Promise<Response>;
}

/** The result of openapi-fetch. */
export interface RawResult {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** The parts of a request that the transport uses. */
export interface PlannedRequest extends Pick<Request, 'method' | 'url' | 'headers' | 'text'> {
  readonly signal?: AbortSignal | null | undefined;
}

export interface RawClientMeans {
  readonly address: string;
  readonly headers: HeaderRecord;
  /** Sends the requests of calls that bring no `fetch` of their own. */
  readonly fetch: (request: PlannedRequest) => Promise<Response>;
  /** Registered before any other. */
  readonly middleware: readonly Middleware[];
}

/** A raw client, and the middleware that is registered with it. */
export interface TrackedClient {
  readonly raw: RawClient;
  readonly middleware: readonly Middleware[];
}

export function createRawClient(means: RawClientMeans): TrackedClient {
  const { address, headers, fetch } = means;
  const middleware: Middleware[] = [];
  const client = createClient<KeyedPaths>({
    baseUrl: address,
    headers,
    fetch,
    Request: planRequests(() => middleware.length > 0),
    redirect: 'manual',
    pathSerializer: fillPath,
  });
  const use: RawClient['use'] = (...added) => {
    client.use(...added);
    middleware.push(...added);
  };
  use(...means.middleware);
  const eject: RawClient['eject'] = (...removed) => {
    client.eject(...removed);
    for (const each of removed) {
      if (middleware.includes(each)) middleware.splice(middleware.indexOf(each), 1);
    }
  };
  return { raw: { ...client, use, eject }, middleware };
}

/**
 * Returns the class that openapi-fetch makes its requests with. The transport makes the request that is sent, with its
 * key and its signal, so one that no middleware sees is only noted: a whole `Request` costs a tenth of a call.
 */
function planRequests(isSeen: () => boolean): typeof Request {
  return new Proxy(Request, {
    construct: (Class, [address, init]: [string, RequestInit & { headers: Headers }]) => {
      if (isSeen()) return new Class(address, init);
      const { method = 'GET', headers, body, signal } = init;
      const text = async () => (typeof body === 'string' ? body : '');
      return { method, url: new URL(address).href, headers, signal, text };
    },
  });
}
