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
 * Texts compare alike everywhere if they first differ in two letters of the same case, with nothing
 * but ASCII up to the character after these: it may be an accent.
 */
function compareTexts(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [left = '', right = ''] = [one[at], other[at]];
  const plain = /^[ -~]*$/.test(one.slice(0, at + 2) + other.slice(at, at + 2));
  const letters = plain && /^([a-z]{2}|[A-Z]{2})$/.test(left + right);
  const digits = /^\d{13}$/.test(one) && /^\d{13}$/.test(other);
  if (!letters && !digits) return 0;
  return left < right ? -1 : 1;
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
