/** Compares two values of a field, as far as the document says when they are the same. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { isClientField } from './book.ts';
import type { IsSame } from './possible.ts';

/** Null and an absent value are the same. Texts may be trimmed and normalised, and numbers with many decimals rounded. */
export const isSameText: IsSame = (one, other) => {
  if (typeof one === 'number' && typeof other === 'number') return isSameNumber(one, other);
  if (typeof one !== 'string' || typeof other !== 'string') {
    return (one ?? null) === (other ?? null);
  }
  return one === other || one.trim().normalize('NFC') === other.trim().normalize('NFC');
};

/** The document does not say how many decimals of a price a service keeps; a currency has two. */
function isSameNumber(one: number, other: number): boolean {
  const hasManyDecimals = Number(one.toFixed(2)) !== one;
  return one === other || (hasManyDecimals && Math.abs(one - other) < 0.01);
}

/** Every member of the known value is shown. Additional members do not matter, nor does the order of a list. */
const hasSameMembers: IsSame = (known, shown) => {
  if (isArray(known)) {
    return isArray(shown) && (isInOrder(known, shown) || hasSameEntries(known, shown));
  }
  if (isObject(known)) {
    return (
      isObject(shown) &&
      Object.entries(known).every(([key, value]) => hasSameMembers(value, shown[key]))
    );
  }
  return isSameText(known, shown);
};

function isInOrder(known: readonly unknown[], shown: readonly unknown[]): boolean {
  return (
    known.length === shown.length &&
    known.every((entry, index) => hasSameMembers(entry, shown[index]))
  );
}

/** Lists with more entries are compared only in their order. */
const maxEntries = 100;

function hasSameEntries(known: readonly unknown[], shown: readonly unknown[]): boolean {
  if (known.length !== shown.length || known.length > maxEntries) return false;
  const rest = [...shown];
  const countMatches = (entry: unknown): number =>
    shown.filter((other) => hasSameMembers(entry, other)).length;
  // A price that may be rounded must not take the only place of another one.
  return known
    .map((entry) => ({ entry, matches: countMatches(entry) }))
    .toSorted((one, other) => one.matches - other.matches)
    .every(({ entry }) => {
      const index = rest.findIndex((other) => hasSameMembers(entry, other));
      if (index >= 0) rest.splice(index, 1);
      return index >= 0;
    });
}

/** Returns whether a shown list of values has the order of the known one, which has the same values. */
export function hasOrderOf(
  known: readonly unknown[],
  shown: readonly unknown[],
  field: string,
): boolean {
  const isSame = getComparison(field);
  return known.every((entry, index) => isSame([entry], [shown[index]]));
}

/** Case does not matter: a separate requirement says that codes are returned in upper case. */
const hasSameCodes: IsSame = (one, other) => hasSameMembers(inUpperCase(one), inUpperCase(other));

function inUpperCase(codes: unknown): unknown {
  if (!isArray(codes)) return codes;
  return codes.map((code) => (typeof code === 'string' ? code.toUpperCase() : code));
}

/** The document does not say how a book without keywords shows that. */
const hasSameKeywords: IsSame = (one, other) => hasSameMembers(one ?? [], other ?? []);

/** Separators may be kept or dropped. */
const isSameIsbn: IsSame = (one, other) =>
  typeof one === 'string' && typeof other === 'string'
    ? toIsbnDigits(one) === toIsbnDigits(other)
    : isSameText(one, other);

/** Returns only the digits, to compare ISBNs that are written differently. */
export function toIsbnDigits(text: string): string {
  return text.replaceAll(/[^0-9Xx]/g, '');
}

const comparisons: Readonly<Record<string, IsSame>> = {
  language: hasSameCodes,
  keyword: hasSameKeywords,
  isbn: isSameIsbn,
};

/** Returns the comparison for a field of a book, which may also be its status. */
export function getComparison(field: string): IsSame {
  return comparisons[field] ?? (isClientField(field) ? hasSameMembers : isSameStatus);
}

export const isSameStatus: IsSame = Object.is;
