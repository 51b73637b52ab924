/** The number of a book: its checksum, its range, and its hyphens. */

/**
 * Returns whether a string is an ISBN-13: thirteen digits, the last of which is the check digit of the others.
 * Requirements: `isbn.valid-on-create`, `isbn.valid-on-update`.
 * @param text the value without hyphens and spaces
 */
export function isValidIsbn13(text: string): boolean {
  if (!/^[0-9]{13}$/.test(text)) return false;
  const weighted = [...text].map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 3));
  return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}

/** Accepts both EAN ranges of books (`isbn.prefixes`), including the part of the second that is reserved for sheet music. */
export function hasBookPrefix(digits: string): boolean {
  return digits.startsWith('978') || digits.startsWith('979');
}

/** Accepts only the older range. */
export function hasOlderPrefix(digits: string): boolean {
  return digits.startsWith('978');
}

/** Accepts both book ranges without 979-0, the range of sheet music (ISMN). */
export function hasPrefixWithoutMusic(digits: string): boolean {
  return hasBookPrefix(digits) && !digits.startsWith('9790');
}

/** A treatment of hyphens and spaces (`isbn.hyphens`): the value whose digits are checked, and the value that is stored and shown. */
export interface IsbnSpelling {
  readonly checkedValue: string;
  readonly storedValue: string;
}

/** Separators are part of the value, so a number with hyphens is not an ISBN. */
export function keepSeparators(text: string): IsbnSpelling {
  return { checkedValue: text, storedValue: text };
}

/** Hyphens and spaces are removed before the check, and are not stored. */
export function removeSeparators(text: string): IsbnSpelling {
  const digits = dropSeparators(text);
  return { checkedValue: digits, storedValue: digits };
}

/** Hyphens and spaces are removed before the check, but are stored. */
export function ignoreSeparators(text: string): IsbnSpelling {
  return { checkedValue: dropSeparators(text), storedValue: text };
}

function dropSeparators(text: string): string {
  return text.replace(/(?<=[0-9])[- ](?=[0-9])/g, '');
}
