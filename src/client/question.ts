/** A question to the service in the contract's words, and what is sent for it. */
import type { operations } from '../generated/api.ts';
import type { BookQuery, KeyedOperation } from './book.ts';
import type { Keyring, Parcel } from './keyring.ts';
import { fillPath } from './path-segment.ts';
import { routes } from './routes.ts';

/** What one call says, by its operation. */
export interface Question<O extends KeyedOperation> {
  readonly operation: O;
  readonly path?: operations[O]['parameters']['path'];
  readonly query?: operations[O]['parameters']['query'];
  readonly body?: JsonOf<operations[O]['requestBody']>;
}

type JsonOf<Body> =
  NonNullable<Body> extends { content: { 'application/json': infer Json } } ? Json : undefined;

/**
 * Writes it down for the wire. A header the caller gives wins over the client's own, but for the key.
 * @throws TypeError for an id that cannot be one segment of a path
 */
export function parcelOf<O extends KeyedOperation>(
  { address, keyed }: Keyring,
  { operation, path, query, body }: Question<O>,
  given: Readonly<Record<string, string>>,
): Parcel & { readonly to: string } {
  const [method, template] = routes[operation];
  const to = `${address}${fillPath(template, { ...path })}${search(query)}`;
  const own = Object.entries(given);
  if (body === undefined) return { to, method, headers: keyed(own), body: null };
  const headers = keyed([['content-type', 'application/json'], ...own]);
  return { to, method, headers, body: JSON.stringify(body) };
}

/** The query with its question mark; what is undefined is left out. */
function search(query: BookQuery = {}): string {
  let written = '';
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    written += `${written === '' ? '?' : '&'}${name}=${encodeURIComponent(value)}`;
  }
  return written;
}
