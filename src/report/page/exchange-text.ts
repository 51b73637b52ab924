/**
 * Formats an exchange as text, for the page and for its script. Packs JSON, so that equal objects and lists
 * are written only once. Also runs in browsers.
 */
import type { ExchangeRow } from '../record/index.ts';

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

/**
 * Returns a JSON list of all distinct objects and lists in a value. A part comes after the parts that it
 * contains, so the value itself is last. Inside a part, `[3]` refers to the part at index 3.
 */
export function packJson(value: object): string {
  const parts: string[] = [];
  const indexes = new Map<string, number>();
  const addPart = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    const part = JSON.stringify(mapMembers(node, addPart));
    const index = indexes.get(part) ?? parts.push(part) - 1;
    indexes.set(part, index);
    return [index];
  };
  addPart(value);
  return `[${parts.join(',')}]`;
}

/** Returns the packed value. Equal parts of it are the same object. */
export function unpackJson(text: string): unknown {
  const parts: unknown = JSON.parse(text);
  const values: unknown[] = [];
  const restore = (member: unknown): unknown =>
    Array.isArray(member) ? values[Number(member[0])] : member;
  if (!areParts(parts)) return undefined;
  for (const part of parts) values.push(mapMembers(part, restore));
  return values.at(-1);
}

function areParts(value: unknown): value is object[] {
  return Array.isArray(value);
}

function mapMembers(part: object, change: (member: unknown) => unknown): object {
  if (Array.isArray(part)) return part.map(change);
  const members: [string, unknown][] = Object.entries(part);
  return Object.fromEntries(members.map(([name, member]) => [name, change(member)]));
}
