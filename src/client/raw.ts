/** The typed calls as the contract writes them: openapi-fetch, with a key that stays on its origin. */
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../generated/api.ts';
import { completeAddress } from './address.ts';
import { fillPath } from './path-segment.ts';

/**
 * The paths that take the key. The presigned PUT is none of them: its URL is the storage's own and
 * carries its own permission (document: Authentication), so it must never meet this client.
 */
export type KeyedPaths = Omit<paths, '/{presignedUrl}'>;

/** One typed method per HTTP method; each answers `{ data, error, response }` and never throws on a status. */
export type Raw = Client<KeyedPaths>;

/** Sends one request and brings its answer: `globalThis.fetch`, a recording, or a service in process. */
export type Fetch = (request: Request) => Response | Promise<Response>;

export interface RawOptions {
  /** With or without `/v2/distribution` and a slash at the end. */
  readonly baseUrl: string;
  /** What the `apikey` header carries on every call. */
  readonly apiKey: string;
  /** Defaults to the global fetch, looked up at each call. */
  readonly fetch?: Fetch | undefined;
}

/** Sends requests with the key, and only where it belongs. */
export interface Keyring {
  /** The prefix of every call, without a slash at the end. */
  readonly address: string;
  /** @throws TypeError for a request that would leave the base address, before anything is sent */
  readonly check: (request: Request) => void;
  /**
   * Sends a request, with its key in a copy: middleware keeps the one it was shown, which never holds it.
   * Redirects are answers.
   */
  readonly send: (request: Request, also?: RequestInit) => Promise<Response>;
}

/** @throws TypeError when baseUrl is no address, or apiKey cannot be a header value */
export function keyring({ baseUrl, apiKey, fetch }: RawOptions): Keyring {
  // Headers would refuse such a value too, but with the key in its message.
  if (!/^[\x20-\x7e]*$/.test(apiKey)) {
    throw new TypeError(
      'apiKey must be printable ASCII, as a header carries it. Check for a line break.',
    );
  }
  const address = completeAddress(baseUrl);
  return {
    address,
    check: ({ url }) => {
      if (url.startsWith(`${address}/`)) return;
      const { origin, pathname } = new URL(url);
      throw new TypeError(
        `A call must stay below ${address}; came ${origin}${pathname}. Nothing was sent.`,
      );
    },
    send: async (request, also) => {
      const headers = new Headers(request.headers);
      headers.set('apikey', apiKey);
      const init = { ...also, headers, redirect: 'manual' } as const;
      // The global fetch makes the copy itself, and a second one would cost as much as the rest of this.
      return fetch === undefined
        ? globalThis.fetch(request, init)
        : fetch(new Request(request, init));
    },
  };
}

/**
 * Makes the raw client. Branch on `response.ok`, not on `error`: an empty 401 has neither data nor error.
 *
 * The key is added last, beneath any middleware, and only to requests below the base address.
 * Redirects are answers here (3xx with `Location`), never followed: fetch would hand the key to the
 * other host. Nothing is repeated and nothing is timed; `createDistribution().raw` does both.
 *
 * @throws TypeError when baseUrl is no address, or apiKey cannot be a header value
 * @example
 * const raw = createRaw({ baseUrl: 'https://staging.example.com', apiKey });
 * const { data, response } = await raw.GET('/books', { params: { query: { perPage: 10 } } });
 */
export function createRaw(options: RawOptions): Raw {
  const { address, check, send } = keyring(options);
  return rawOver(address, async (request) => {
    check(request);
    return send(request);
  });
}

/** The raw client over a way to send its requests; a call may name another `baseUrl` of its own. */
export function rawOver(address: string, send: (request: Request) => Promise<Response>): Raw {
  return createClient<KeyedPaths>({
    baseUrl: address,
    redirect: 'manual',
    pathSerializer: fillPath,
    fetch: send,
  });
}
