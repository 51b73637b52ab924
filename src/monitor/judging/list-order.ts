/** Finds the order of a page if its sort keys can be compared without doubt. */
import { isObject } from '../../contract/json-pointer.ts';

export type Direction = 'ascending' | 'descending';

/** The sort key of an item; undefined if how it sorts is open: null, or a title with an article. */
export function sortKeyOf(item: unknown, sort: string): number | string | undefined {
  const attributes = isObject(item) ? item['attributes'] : undefined;
  const value = isObject(attributes) ? attributes[sort] : undefined;
  if (typeof value !== 'string') return undefined;
  if (sort === 'createdAt') {
    const time = Date.parse(value);
    return Number.isNaN(time) ? undefined : time;
  }
  if (sort === 'productIdentifier') return /^\d{13}$/.test(value) ? value : undefined;
  return /^(the|an?) /i.test(value) ? undefined : value;
}

/** Negative, positive, or 0 if services may differ about it. */
export function compareKeys(one: number | string, other: number | string): number {
  if (one === other) return 0;
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  return one < other ? -1 : 1;
}

/**
 * Texts compare alike everywhere if the characters in which they first differ do, with nothing but ASCII up to the
 * character after these: it may be an accent.
 */
function compareTexts(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [left = '', right = ''] = [one[at], other[at]];
  const plain = /^[ -~]*$/.test(one.slice(0, at + 2) + other.slice(at, at + 2));
  if (!plain || !compareAlike(one, other, at)) return 0;
  return left < right ? -1 : 1;
}

/** True if every collation agrees: on letters of one case, on numbers of one length, and on a digit before a letter. */
function compareAlike(one: string, other: string, at: number): boolean {
  const pair = one.slice(at, at + 1) + other.slice(at, at + 1);
  if (/^(?:\d[a-z]|[a-z]\d)$/i.test(pair)) return !/\d$/.test(one.slice(0, at));
  if (/^\d\d$/.test(pair)) return numberAt(one, at).length === numberAt(other, at).length;
  return /^(?:[a-z]{2}|[A-Z]{2})$/.test(pair);
}

/** The digits around a position. */
function numberAt(text: string, at: number): string {
  const start = text.slice(0, at).search(/\d*$/);
  return text.slice(start).replace(/\D.*$/su, '');
}

/** Each key is compared with so many before it: not all neighbours can be compared. */
const reach = 8;

/** Returns the direction of a page: undefined if unknown, `neither` if it runs both ways. */
export function directionOf(
  keys: readonly (number | string | undefined)[],
): Direction | 'neither' | undefined {
  const steps = keys.flatMap((key, index) =>
    key === undefined
      ? []
      : keys
          .slice(Math.max(0, index - reach), index)
          .map((before) => (before === undefined ? 0 : compareKeys(before, key))),
  );
  const up = steps.some((step) => step < 0);
  const down = steps.some((step) => step > 0);
  if (up && down) return 'neither';
  if (!up && !down) return undefined;
  return up ? 'ascending' : 'descending';
}
