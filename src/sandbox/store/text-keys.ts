/**
 * Turns text into column values that can be indexed, sorted and compared. A database ends text at U+0000 or
 * refuses it, replaces lone surrogates, and PostgreSQL cannot index values above about 2,700 bytes.
 */
import { createHash } from 'node:crypto';

/** In UTF-16 units of at most three bytes each, so that an index row stays below 2,700 bytes. */
const maxKeyLength = 600;

/** Replaces U+0000 without changing the sort order; `unescapeText` undoes it. */
export function escapeText(text: string): string {
  return text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001');
}

export function unescapeText(escapedText: string): string {
  return escapedText.replaceAll('\u0001\u0001', '\u0000').replaceAll('\u0001\u0002', '\u0001');
}

/** Returns the key by which text is sorted: its first 600 characters, escaped. */
export function toSortKey(text: string): string {
  return escapeText(toWellFormed(truncate(text)));
}

/** Returns a key that is the same only for equal texts. A long text is represented by its start and its hash. */
export function toLookUpKey(text: string): string {
  const key = toSortKey(text);
  if (text.length <= maxKeyLength) return key;
  return `${key}${createHash('sha256').update(text).digest('hex')}`;
}

/** Truncates text without splitting a surrogate pair. */
function truncate(text: string): string {
  if (text.length <= maxKeyLength) return text;
  const last = text.charCodeAt(maxKeyLength - 1);
  // These units are the first of a surrogate pair.
  const splitsPair = last >= 0xd8_00 && last <= 0xdb_ff;
  return text.slice(0, splitsPair ? maxKeyLength - 1 : maxKeyLength);
}

const surrogate = /\p{Surrogate}/u;

/** Replaces lone surrogates, as writing text in UTF-8 does. */
function toWellFormed(text: string): string {
  return surrogate.test(text) ? Buffer.from(text).toString() : text;
}
