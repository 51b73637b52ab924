/**
 * ISBN-13s as they are made, never as they are judged: a number is built digit by digit and
 * closed with the one digit that brings a ten-hour clock back to zero.
 */
import fc from 'fast-check';

/** Where each digit moves the hand: one step per unit on odd places, and this far on even ones. */
const onEvenPlaces = [0, 3, 6, 9, 2, 5, 8, 1, 4, 7] as const;
/** The last digit for each hour the hand may stand at. */
const homeward = ['0', '9', '8', '7', '6', '5', '4', '3', '2', '1'] as const;

/**
 * Closes twelve digits with their check digit.
 * @param twelve exactly twelve ASCII digits; anything else gives a number that closes nothing
 */
export function closeIsbn(twelve: string): string {
  let hour = 0;
  let even = false;
  for (const letter of twelve) {
    const digit = Number(letter);
    hour = (hour + (even ? (onEvenPlaces[digit] ?? 0) : digit)) % 10;
    even = !even;
  }
  return `${twelve}${homeward[hour] ?? '0'}`;
}

const digit = fc.integer({ min: 0, max: 9 });
const digits = (count: number): fc.Arbitrary<string> =>
  fc.array(digit, { minLength: count, maxLength: count }).map((list) => list.join(''));

/** Valid numbers under 978, the prefix that every reading of the document admits. */
export const isbn978: fc.Arbitrary<string> = digits(9).map((nine) => closeIsbn(`978${nine}`));

/** Valid numbers under 979-1 to 979-9; 979-0 belongs to printed music and is left out. */
const isbn979: fc.Arbitrary<string> = fc
  .tuple(fc.integer({ min: 1, max: 9 }), digits(8))
  .map(([group, eight]) => closeIsbn(`979${group}${eight}`));

/** Valid numbers under either prefix, as stock for spoiling. */
export const isbn13: fc.Arbitrary<string> = fc.oneof(isbn978, isbn979);

/** A valid number under 979 and a group digit of one's choice, made from the digits of another. */
export function under979(isbn: string, group: string): string {
  return closeIsbn(`979${group}${isbn.slice(4, 12)}`);
}

/** A number as it is often printed; where the hyphens stand is never looked at. */
export function hyphenated(isbn: string): string {
  return [
    isbn.slice(0, 3),
    isbn.slice(3, 4),
    isbn.slice(4, 8),
    isbn.slice(8, 12),
    isbn.slice(12),
  ].join('-');
}
