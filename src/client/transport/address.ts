/** Completes the base address of the service to the prefix of every call. */

/** The path below which every keyed call lives (document: Versioning). */
const prefix = '/v2/distribution';

/**
 * Returns the prefix of every call, without a slash at the end.
 *
 * @param baseUrl an http or https address, with or without `/v2/distribution` and with or without a slash at the
 *   end: `https://host`, `https://host/gateway/v2/distribution/`
 * @throws TypeError for anything else, and for an address with a user name, a query or a fragment
 */
export function completeAddress(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // An address made of these parts alone has no user name, no query and no fragment.
  if (url === undefined || url.origin + url.pathname !== url.href || !/^https?:/.test(url.href)) {
    throw new TypeError('baseUrl must be an http or https address without user name and query.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(prefix) ? path : path + prefix);
}
