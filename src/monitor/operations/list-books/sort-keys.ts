/** Finds the order of a page by its sort keys, as far as every service must agree on their order. */
import type { JsonObject } from '../../../contract/json-pointer.ts';

export type Direction = 'ascending' | 'descending';

/** Returns the sort key of an item; undefined if its position is open: null, or a title that starts with an article. */
export function getSortKey(attributes: JsonObject, sort: string): number | string | undefined {
  const value = attributes[sort];
  if (typeof value !== 'string') return undefined;
  if (sort === 'createdAt') {
    const time = Date.parse(value);
    return Number.isNaN(time) ? undefined : time;
  }
  if (sort === 'productIdentifier') return /^\d{13}$/.test(value) ? value : undefined;
  return /^(the|an?) /i.test(value) ? undefined : value;
}

/** Returns a negative or positive number, or 0 if services may differ in the order. */
export function compareKeys(one: number | string, other: number | string): number {
  if (one === other) return 0;
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  return one < other ? -1 : 1;
}

/**
 * All services agree on the order of two texts if they agree on the first characters that differ. All characters up to
 * the one after these must be ASCII, because that one may be an accent.
 */
function compareTexts(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  const [left = '', right = ''] = [one[index], other[index]];
  const isAscii = /^[ -~]*$/.test(one.slice(0, index + 2) + other.slice(index, index + 2));
  if (!isAscii || !isOrderCertain(one, other, index)) return 0;
  return left < right ? -1 : 1;
}

/** Returns whether every collation agrees. They do on letters of one case, numbers of one length, and a digit before a letter. */
function isOrderCertain(one: string, other: string, index: number): boolean {
  const pair = one.slice(index, index + 1) + other.slice(index, index + 1);
  if (/^(?:\d[a-z]|[a-z]\d)$/i.test(pair)) return !/\d$/.test(one.slice(0, index));
  if (/^\d\d$/.test(pair))
    return getNumberAt(one, index).length === getNumberAt(other, index).length;
  return /^(?:[a-z]{2}|[A-Z]{2})$/.test(pair);
}

/** Returns the digits around a position. */
function getNumberAt(text: string, index: number): string {
  const start = text.slice(0, index).search(/\d*$/);
  return text.slice(start).replace(/\D.*$/su, '');
}

/** Each key is compared with this many keys before it, because not all neighbours can be compared. */
const reach = 8;

/** Returns the direction of a page: `neither` if it is not sorted, undefined if it cannot be known. */
export function findDirection(
  keys: readonly (number | string | undefined)[],
): Direction | 'neither' | undefined {
  const steps = keys.flatMap((key, index) =>
    key === undefined
      ? []
      : keys
          .slice(Math.max(0, index - reach), index)
          .map((earlierKey) => (earlierKey === undefined ? 0 : compareKeys(earlierKey, key))),
  );
  const ascends = steps.some((step) => step < 0);
  const descends = steps.some((step) => step > 0);
  if (ascends && descends) return 'neither';
  if (!ascends && !descends) return undefined;
  return ascends ? 'ascending' : 'descending';
}
