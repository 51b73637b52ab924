/** Completes the base address of the service. */

/** The path prefix of every call that takes the key (document: Versioning). */
const prefix = '/v2/distribution';

/**
 * Returns the address below which all calls are sent, without a trailing slash.
 *
 * @param baseUrl an http or https address, with or without `/v2/distribution` and a trailing slash: `https://host`,
 *   `https://host/gateway/v2/distribution/`
 * @throws TypeError for anything else, and for an address with a user name, a query or a fragment
 */
export function completeAddress(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // An address that consists only of origin and path has no user name, query or fragment.
  if (url === undefined || url.origin + url.pathname !== url.href || !/^https?:/.test(url.href)) {
    throw new TypeError('baseUrl must be an http or https address without user name and query.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(prefix) ? path : path + prefix);
}
