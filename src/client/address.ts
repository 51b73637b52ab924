/** Where the service is: any way of writing its base address becomes one prefix for every call. */

/** The path every keyed call lives under (document: Versioning). */
const prefix = '/v2/distribution';

/**
 * Completes a base address to the prefix of every call, without a slash at the end.
 *
 * @param baseUrl an http or https address, with or without `/v2/distribution`, with or without a
 *   slash at the end: `https://host`, `https://host/gateway/v2/distribution/`
 * @throws TypeError when it is no such address, or carries a user name, a query or a fragment
 */
export function completeAddress(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // Made of these parts alone, it has no user name, no query and no fragment.
  if (url === undefined || url.origin + url.pathname !== url.href || !/^https?:/.test(url.href)) {
    throw new TypeError(
      'baseUrl must be an http or https address that ends with its path, such as ' +
        'https://staging.example.com. The key goes into apiKey.',
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(prefix) ? path : path + prefix);
}
