/** The headers of every request: the caller's, the user agent and the key. */
import { version } from '../../generated/version.ts';
import { shortestKey } from '../errors/index.ts';

export type HeaderRecord = Readonly<Record<string, string>>;

/**
 * Returns the headers as they are. The names and values are checked here, because `fetch` would fail only when the
 * call is under way, and with the value in its message.
 *
 * @throws TypeError naming the header whose name or value HTTP does not allow
 */
export function checkHeaders(headers: HeaderRecord = {}): HeaderRecord {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) {
      throw new TypeError(`${JSON.stringify(name)} is not a header name. Nothing was sent.`);
    }
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      const rule = 'must be a string without line breaks and other control characters';
      throw new TypeError(`The header ${name} ${rule}. Nothing was sent.`);
    }
  }
  return headers;
}

/** @throws TypeError for a key that is missing, too short to be masked, or not a header value */
export function checkKey(apiKey: unknown): string {
  const from = 'Give apiKey, or set DISTRIBUTION_API_KEY.';
  if (typeof apiKey !== 'string' || apiKey.trim() === '') {
    throw new TypeError(`apiKey must be the key of your account; it is missing or blank. ${from}`);
  }
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(apiKey)) {
    throw new TypeError(
      'apiKey must be printable ASCII without a space at either end. Check for a line break.',
    );
  }
  if (apiKey.length < shortestKey) {
    const why = 'a shorter one cannot be kept out of messages and logs';
    throw new TypeError(`apiKey must have at least ${shortestKey} characters: ${why}.`);
  }
  return apiKey;
}

/** True in a page or one of its workers, where the browser's user agent stays. */
const inBrowser = 'document' in globalThis || 'importScripts' in globalThis;

/** Sent with every request unless a header of the caller's replaces it. */
export const clientHeaders: HeaderRecord = inBrowser
  ? {}
  : { 'user-agent': `bookdist-client/${version}` };
