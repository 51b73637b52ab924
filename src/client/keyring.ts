/** Sends requests with the key, and only where it belongs. */
import { completeAddress } from './address.ts';

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

/** What is sent: the same at each attempt. */
export interface Parcel {
  /** An address, or a request that has one and settings of its own; the words beside it win over those. */
  readonly to: string | Request;
  readonly method: string;
  /** Their names in lower case, the key among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null for none, and for that of the request. */
  readonly body: string | null;
}

export interface Keyring {
  /** The prefix of every call, without a slash at the end. */
  readonly address: string;
  /** Headers with the key besides, which none of them replaces. */
  readonly keyed: (headers: Iterable<readonly [string, string]>) => Parcel['headers'];
  /** Sends it until the signal ends it. Redirects are answers. */
  readonly send: (parcel: Parcel, signal: AbortSignal) => Response | Promise<Response>;
}

/** @throws TypeError when baseUrl is no address, or apiKey cannot be a header value */
export function keyring({ baseUrl, apiKey, fetch }: RawOptions): Keyring {
  // Headers would refuse such a value too, but with the key in its message.
  if (!/^[\x20-\x7e]*$/.test(apiKey)) {
    throw new TypeError(
      'apiKey must be printable ASCII, as a header carries it. Check for a line break.',
    );
  }
  return {
    address: completeAddress(baseUrl),
    keyed: (given) => {
      const headers: Record<string, string> = {};
      for (const [name, value] of given) headers[name.toLowerCase()] = value;
      headers['apikey'] = apiKey;
      return headers;
    },
    send: ({ to, method, headers, body }, signal) => {
      const init = { method, headers, body, signal, redirect: 'manual' } as const;
      // The global fetch makes its own request, and a second one would cost as much as the rest of this.
      if (fetch === undefined) return globalThis.fetch(to, init);
      return fetch(new Request(to, init));
    },
  };
}
