/**
 * Text as columns that are indexed, sorted and compared. A database ends text at U+0000 or refuses
 * it, replaces lone surrogates, and PostgreSQL indexes no value beyond about 2,700 bytes.
 */
import { createHash } from 'node:crypto';

/** UTF-16 units of a key; at most three bytes each, so that an index row stays below 2,700 bytes. */
const maxKeyLength = 600;

/** Replaces U+0000 so that the order of texts stays; `unescapeText` undoes it. */
export function escapeText(text: string): string {
  return text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001');
}

export function unescapeText(stored: string): string {
  return stored.replaceAll('\u0001\u0001', '\u0000').replaceAll('\u0001\u0002', '\u0001');
}

/** Returns the key that text sorts by: the text itself up to 600 characters. */
export function sortKey(text: string): string {
  return escapeText(wellFormed(truncate(text)));
}

/** Returns a key that only equal texts share. */
export function lookUpKey(text: string): string {
  const key = sortKey(text);
  if (text.length <= maxKeyLength) return key;
  return `${key}${createHash('sha256').update(text).digest('hex')}`;
}

/** Cuts text between two characters. */
function truncate(text: string): string {
  if (text.length <= maxKeyLength) return text;
  const last = text.charCodeAt(maxKeyLength - 1);
  const splitsPair = last >= 0xd8_00 && last <= 0xdb_ff;
  return text.slice(0, splitsPair ? maxKeyLength - 1 : maxKeyLength);
}

const surrogate = /\p{Surrogate}/u;

/** Replaces lone surrogates, as writing text in UTF-8 does. */
function wellFormed(text: string): string {
  return surrogate.test(text) ? Buffer.from(text).toString() : text;
}
