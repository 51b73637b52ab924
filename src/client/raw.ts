/** The typed calls as the contract writes them: openapi-fetch, with a key that stays on its origin. */
import createClient, { type Client } from 'openapi-fetch';
import { keyring, type Keyring, type Parcel, type RawOptions } from './keyring.ts';
import { fillPath } from './path-segment.ts';
import type { KeyedPaths } from './routes.ts';

/**
 * One typed method per HTTP method of the contract; each answers `{ data, error, response }` and never throws
 * on a status.
 */
export type Raw = Pick<
  Client<KeyedPaths>,
  'GET' | 'POST' | 'PATCH' | 'DELETE' | 'request' | 'use' | 'eject'
>;

/** Sends what a call of the raw client comes to, until its signal ends it. */
export type SendRaw = (parcel: Parcel, request: Request) => Promise<Response>;

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
  const keys = keyring(options);
  return rawOver(keys, async (parcel, { signal }) => keys.send(parcel, signal));
}

/** The raw client over a way to send its requests. */
export function rawOver({ address, keyed }: Keyring, send: SendRaw): Raw {
  return createClient<KeyedPaths>({
    baseUrl: address,
    redirect: 'manual',
    pathSerializer: fillPath,
    fetch: async (request) => {
      stayBelow(address, request);
      const { method } = request;
      // Kept as text, so that each attempt has a body of its own.
      const body = method === 'GET' ? '' : await request.text();
      const headers = keyed(request.headers);
      return send({ to: request, method, headers, body: body === '' ? null : body }, request);
    },
  });
}

/** A call may name another `baseUrl` of its own, to which the key must not go. */
function stayBelow(address: string, { url }: Request): void {
  if (url.startsWith(`${address}/`)) return;
  const { origin, pathname } = new URL(url);
  throw new TypeError(
    `A call must stay below ${address}; came ${origin}${pathname}. Nothing was sent.`,
  );
}
