/** Formats an exchange as text, for the page and for its script. */
import type { ExchangeRow } from '../../record/index.ts';

/** Returns the request and the response as text, with indented JSON bodies. */
export function formatExchange(row: ExchangeRow): readonly [request: string, response: string] {
  return [
    formatMessage(`${row.method} ${row.url}`, row.requestHeaders, row.requestBody),
    formatMessage(`${row.status} ${row.mediaType}`, row.responseHeaders, row.responseBody),
  ];
}

type Headers = ExchangeRow['requestHeaders'];

function formatMessage(head: string, headers: Headers, body: unknown): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [head, ...lines, ...(body === undefined ? [] : ['', formatJson(body)])].join('\n');
}

/** Returns a value as indented JSON, and a string unchanged. */
export function formatJson(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing');
}

/** Returns an address without its origin. */
export function getPath({ url }: Pick<ExchangeRow, 'url'>): string {
  return url.replace(/^https?:\/\/[^/]+/, '');
}
