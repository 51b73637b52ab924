/**
 * Builds ISBN-13s and never judges them. The weighted digits are added modulo 10, one by one, and the check digit
 * brings the sum back to 0.
 */
import fc from 'fast-check';

/** Three times each digit, modulo 10: the summand of a digit in an even place. In odd places a digit counts once. */
const tripled = [0, 3, 6, 9, 2, 5, 8, 1, 4, 7] as const;
/** The check digit for each sum. */
const checkDigits = ['0', '9', '8', '7', '6', '5', '4', '3', '2', '1'] as const;

/**
 * Returns twelve digits with their check digit.
 * @param twelve exactly twelve ASCII digits; the result is meaningless for anything else
 */
export function closeIsbn(twelve: string): string {
  let sum = 0;
  let even = false;
  for (const letter of twelve) {
    const digit = Number(letter);
    sum = (sum + (even ? (tripled[digit] ?? 0) : digit)) % 10;
    even = !even;
  }
  return `${twelve}${checkDigits[sum] ?? '0'}`;
}

const digit = fc.integer({ min: 0, max: 9 });
const digits = (count: number): fc.Arbitrary<string> =>
  fc.array(digit, { minLength: count, maxLength: count }).map((list) => list.join(''));

/** Generates valid numbers under 978, the prefix that every reading of the document accepts. */
export const isbn978: fc.Arbitrary<string> = digits(9).map((nine) => closeIsbn(`978${nine}`));

/** Generates valid numbers under 979-1 to 979-9. Printed music uses 979-0, which is omitted. */
const isbn979: fc.Arbitrary<string> = fc
  .tuple(fc.integer({ min: 1, max: 9 }), digits(8))
  .map(([group, eight]) => closeIsbn(`979${group}${eight}`));

/** Generates valid numbers under either prefix, as input for invalid ones. */
export const isbn13: fc.Arbitrary<string> = fc.oneof(isbn978, isbn979);

/** Returns a valid number under 979 and the given group digit, from the digits of another. */
export function under979(isbn: string, group: string): string {
  return closeIsbn(`979${group}${isbn.slice(4, 12)}`);
}

/** Returns a number with hyphens, as it is often printed. Their positions do not matter. */
export function hyphenated(isbn: string): string {
  return [
    isbn.slice(0, 3),
    isbn.slice(3, 4),
    isbn.slice(4, 8),
    isbn.slice(8, 12),
    isbn.slice(12),
  ].join('-');
}
