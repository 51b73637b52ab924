/** Masks the secrets of a request before it becomes an exchange. */
import { createHash } from 'node:crypto';

/** Only the values of these headers are kept. All others are replaced. */
const keptHeaders = new Set(['accept', 'content-type', 'content-length', 'prefer']);

/** Returns the headers of a request. Masks every value that is not known to be harmless. */
export function maskHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      keptHeaders.has(name.toLowerCase()) ? value : '***',
    ]),
  );
}

/** Returns a presigned address without its query, which is a secret. */
export function maskUrl(url: string): string {
  const [address, query] = url.split('?');
  return query === undefined ? url : `${address}?***`;
}

/** Identifies a presigned URL without disclosing it: twelve hexadecimal digits, the same for the same URL. */
export function digestUrl(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 12);
}
