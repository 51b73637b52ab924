/** Headers that the proxy forwards and records. */
import type { IncomingMessage } from 'node:http';

/** Headers of one connection, which a proxy does not forward (RFC 9110, section 7.6.1). */
const hopByHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);

/**
 * Returns raw headers without those of one connection and without `excludedNames`, in the same order and
 * case and with all repetitions.
 */
export function filterHeaders(rawHeaders: readonly string[], excluded: readonly string[] = []) {
  const result: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    const lowerCaseName = name.toLowerCase();
    const isExcluded = hopByHop.has(lowerCaseName) || excluded.includes(lowerCaseName);
    if (!isExcluded) result.push(name, value);
  }
  return result;
}

/** Returns the headers as a record; repeated values are joined. */
export function flattenHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
