/** Sends a file by `fetch`, or by what is called like it. */
import { bodyOf } from './upload-body.ts';
import { knowsCookies } from './upload-builtin.ts';
import type { Put, StorageFetch } from './upload-way.ts';

/**
 * Redirects are errors: following one would hand the permission on, and only a request that cannot be
 * redirected is not kept in memory to its end by Node's `fetch`.
 */
const strict = {
  redirect: 'error',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
} as const;

/** Runtimes at the edge throw for these words; a redirect is an answer there. */
const fixed = (): RequestInit => (knowsCookies() ? strict : { redirect: 'manual' });

export function overFetch(fetch: StorageFetch): Put {
  return async (body, { url, signal, fault, counted }) => {
    const init = await bodyOf(body, fault);
    // Of a Blob nobody sees how far it is, and a long time may be right.
    if ('duplex' in init) counted();
    return fetch(url, { method: 'PUT', ...fixed(), ...init, signal });
  };
}
