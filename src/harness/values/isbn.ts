/** Builds ISBN-13s, and values that are not one, each derived from a valid one by a known mistake. It never judges: the weighted digits are added modulo 10, one by one, and the check digit brings the sum back to 0. */
import fc from 'fast-check';

/** Three times each digit, modulo 10: the summand of a digit in an even place. In odd places a digit counts once. */
const tripleDigits = [0, 3, 6, 9, 2, 5, 8, 1, 4, 7] as const;
/** The check digit for each sum. */
const checkDigits = ['0', '9', '8', '7', '6', '5', '4', '3', '2', '1'] as const;

/**
 * Returns twelve digits with their check digit.
 * @param firstTwelve exactly twelve ASCII digits; the result is meaningless for anything else
 */
export function appendCheckDigit(firstTwelve: string): string {
  let sum = 0;
  let isEvenPlace = false;
  for (const letter of firstTwelve) {
    const digit = Number(letter);
    sum = (sum + (isEvenPlace ? (tripleDigits[digit] ?? 0) : digit)) % 10;
    isEvenPlace = !isEvenPlace;
  }
  return `${firstTwelve}${checkDigits[sum] ?? '0'}`;
}

const digit = fc.integer({ min: 0, max: 9 });
const digits = (count: number): fc.Arbitrary<string> =>
  fc.array(digit, { minLength: count, maxLength: count }).map((list) => list.join(''));

/** Generates valid numbers under 978, the prefix that every reading of the document accepts. */
export const isbn978: fc.Arbitrary<string> = digits(9).map((nine) =>
  appendCheckDigit(`978${nine}`),
);

/** Generates valid numbers under 979-1 to 979-9. Printed music uses 979-0, which is omitted. */
const isbn979: fc.Arbitrary<string> = fc
  .tuple(fc.integer({ min: 1, max: 9 }), digits(8))
  .map(([group, eight]) => appendCheckDigit(`979${group}${eight}`));

/** Generates valid numbers under either prefix, as input for invalid ones. */
export const isbn13: fc.Arbitrary<string> = fc.oneof(isbn978, isbn979);

/** Returns a valid number under 979 and the given group digit, from the digits of another. */
export function convertTo979(isbn: string, group: string): string {
  return appendCheckDigit(`979${group}${isbn.slice(4, 12)}`);
}

/** Returns a number with hyphens, as it is often printed. Their positions do not matter. */
export function hyphenateIsbn(isbn: string): string {
  return [
    isbn.slice(0, 3),
    isbn.slice(3, 4),
    isbn.slice(4, 8),
    isbn.slice(8, 12),
    isbn.slice(12),
  ].join('-');
}

/** A value with a description of what is wrong with it. */
interface InvalidIsbn {
  readonly label: string;
  readonly value: string;
}

/**
 * One example of every kind. Hyphens and spaces are missing on purpose: whether they are allowed
 * is open, and so is 979-0.
 */
export const invalidIsbnExamples: readonly InvalidIsbn[] = [
  { label: 'a last digit one too high', value: '9780306406158' },
  { label: 'a last digit one too low', value: '9780306406156' },
  { label: 'a first digit changed', value: '8780306406157' },
  { label: 'a middle digit changed', value: '9780306506157' },
  { label: 'a wrong last digit under 979', value: '9791034304241' },
  { label: 'adjacent digits swapped that differ by 2', value: '9781361484100' },
  { label: 'adjacent digits swapped that differ by 4', value: '9780306406517' },
  { label: 'twelve digits', value: '978030640615' },
  { label: 'fourteen digits', value: '97803064061570' },
  { label: 'ten digits, the older form', value: '0306406152' },
  { label: 'ten characters with a closing X, the older form', value: '080442957X' },
  { label: 'a closing X', value: '978030640615X' },
  { label: 'a letter in the middle', value: '97803O6406157' },
  { label: 'a number in exponent form', value: '9.780306406157e12' },
  { label: 'a trading code outside the book prefixes', value: appendCheckDigit('400638133393') },
  { label: 'a periodical under 977', value: appendCheckDigit('977123456700') },
  { label: 'thirteen letters', value: 'notabooknumbr' },
  { label: 'nothing', value: '' },
];

const lastPlace = 12;
const replaceAt = (text: string, place: number, letter: string): string =>
  `${text.slice(0, place)}${letter}${text.slice(place + 1)}`;

/** Replaces one digit: two different digits in one place never have the same check digit. */
const oneDigitChanged: fc.Arbitrary<InvalidIsbn> = fc
  .tuple(isbn13, fc.integer({ min: 0, max: lastPlace }), fc.integer({ min: 1, max: 9 }))
  .map(([isbn, place, step]) => ({
    label: `digit ${place + 1} of ${isbn} changed`,
    value: replaceAt(isbn, place, String((Number(isbn.charAt(place)) + step) % 10)),
  }));

/**
 * Swaps two adjacent digits, never two equal ones and never two that differ by five: those swaps
 * leave a number valid. The prefix 97 always offers a pair.
 */
const adjacentDigitsSwapped: fc.Arbitrary<InvalidIsbn> = isbn13.chain((isbn) => {
  const places = Array.from(isbn.slice(0, lastPlace)).flatMap((letter, place) => {
    const difference = Math.abs(Number(letter) - Number(isbn.charAt(place + 1)));
    return difference === 0 || difference === 5 ? [] : [place];
  });
  return fc.constantFrom(...places).map((place) => ({
    label: `digits ${place + 1} and ${place + 2} of ${isbn} swapped`,
    value: `${isbn.slice(0, place)}${isbn.charAt(place + 1)}${isbn.charAt(place)}${isbn.slice(place + 2)}`,
  }));
});

const digitReplacedByLetter: fc.Arbitrary<InvalidIsbn> = fc
  .tuple(isbn13, fc.integer({ min: 0, max: lastPlace }), fc.constantFrom(...'AEIOXlo'.split('')))
  .map(([isbn, place, letter]) => ({
    label: `digit ${place + 1} of ${isbn} made a letter`,
    value: replaceAt(isbn, place, letter),
  }));

const otherLength: fc.Arbitrary<InvalidIsbn> = fc
  .integer({ min: 1, max: 20 })
  .filter((length) => length !== lastPlace + 1)
  .chain((length) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
      .map((list) => ({ label: `${length} digits`, value: list.join('') })),
  );

/** Generates values that are not an ISBN-13, most of them almost valid. */
export const invalidIsbn: fc.Arbitrary<InvalidIsbn> = fc.oneof(
  { weight: 4, arbitrary: oneDigitChanged },
  { weight: 4, arbitrary: adjacentDigitsSwapped },
  { weight: 1, arbitrary: digitReplacedByLetter },
  { weight: 1, arbitrary: otherLength },
);
