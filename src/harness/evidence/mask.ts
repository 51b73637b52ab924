/** Masks requests before they are recorded: headers by allow-list, addresses without their signed query. */
import { createHash } from 'node:crypto';

/** Only the values of these headers are recorded. All others are replaced. */
const shownHeaders = new Set(['accept', 'content-type', 'content-length', 'prefer']);

/** Returns the headers of a request with every value masked that is not known to be harmless. */
export function maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      shownHeaders.has(name.toLowerCase()) ? value : '***',
    ]),
  );
}

/** Returns a presigned address without its query, which is a secret. */
export function maskedUrl(url: string): string {
  const [address, query] = url.split('?');
  return query === undefined ? url : `${address}?***`;
}

/** Identifies a presigned URL without disclosing it: twelve hexadecimal digits, the same for the same URL. */
export function digestUrl(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 12);
}
