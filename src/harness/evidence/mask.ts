/** What of a request may be remembered: headers by allow-list, addresses without their signed query. */
import { createHash } from 'node:crypto';

/** Only these header values are ever kept; every other one is replaced, whatever it is called. */
const shownHeaders = new Set(['accept', 'content-type', 'content-length', 'prefer']);

/** The headers of a request with every value masked that is not known to be harmless. */
export function maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      shownHeaders.has(name.toLowerCase()) ? value : '***',
    ]),
  );
}

/** A presigned address without what signs it: its query is a secret. */
export function maskedUrl(url: string): string {
  const [address, query] = url.split('?');
  return query === undefined ? url : `${address}?***`;
}

/** Names a presigned URL without giving it away: twelve hexadecimal digits, the same for the same URL. */
export function digestUrl(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 12);
}
