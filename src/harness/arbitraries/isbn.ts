/**
 * Builds ISBN-13s, and values that are not one, each derived from a valid one by a known mistake. It never judges: the
 * weighted digits are added modulo 10, one by one, and the check digit brings the sum back to 0.
 */
import fc from 'fast-check';
import { readRequirementIds, type JsonObject } from '../../contract/json-pointer.ts';
import type { Candidate } from './candidate.ts';

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

const digits = (count: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((list) => list.join(''));

/** Generates valid numbers under 978, the prefix that every reading of the document accepts. */
export const isbn978: fc.Arbitrary<string> = digits(9).map((nine) =>
  appendCheckDigit(`978${nine}`),
);

/** Returns a valid number under 979 and the given group digit, from the digits of another. Printed music uses 979-0. */
export function convertTo979(isbn: string, group: string): string {
  return appendCheckDigit(`979${group}${isbn.slice(4, 12)}`);
}

/** Returns a number with hyphens, as it is often printed. Their positions do not matter. */
export function hyphenateIsbn(isbn: string, separator = '-'): string {
  return [
    isbn.slice(0, 3),
    isbn.slice(3, 4),
    isbn.slice(4, 8),
    isbn.slice(8, 12),
    isbn.slice(12),
  ].join(separator);
}

const exampleIsbn = '9780306406157';
const places = Array.from({ length: 13 }, (_, place) => place);

/** Returns values near an ISBN-13 under 978: every other one, and every kind of value that is not one. */
export function listIsbnEdges(value: unknown): readonly Candidate[] {
  const isbn = typeof value === 'string' && /^978\d{10}$/.test(value) ? value : exampleIsbn;
  return [
    ...listValid(isbn).map(([rule, edge]) => ({ rule, value: edge })),
    ...listOpen(isbn).map(([rule, edge]) => ({ rule, value: edge, meaning: 'open' as const })),
    ...listInvalid(isbn).map(([rule, edge]) => ({
      rule,
      value: edge,
      meaning: 'refused' as const,
    })),
    { rule: 'the digits as a number', value: Number(isbn) },
  ];
}

type NamedValue = readonly [rule: string, value: string];

/** Each check digit once: the twelfth digit counts three times, so another one always changes the check digit. */
function listValid(isbn: string): readonly NamedValue[] {
  const numbers = checkDigits.map((digit) => appendCheckDigit(`${isbn.slice(0, 11)}${digit}`));
  return numbers.map((number) => [`check digit ${number.slice(-1)}`, number]);
}

/** The document does not say whether a number may be written so, or whether 979 counts. */
function listOpen(isbn: string): readonly NamedValue[] {
  return [
    ['hyphens', hyphenateIsbn(isbn)],
    ['spaces', hyphenateIsbn(isbn, ' ')],
    ['an outer space', ` ${isbn}`],
    ['an outer space', `${isbn} `],
    ['prefix 979', convertTo979(isbn, '1')],
    ['prefix 979', convertTo979(isbn, '8')],
    ['printed music', convertTo979(isbn, '0')],
    ['blank', ''],
    ['blank', ' '],
  ];
}

function listInvalid(isbn: string): readonly NamedValue[] {
  return [
    ...places.flatMap((place) => changeDigit(isbn, place)),
    ...places.slice(0, -1).flatMap((place) => swapDigits(isbn, place)),
    ...changeDigit(convertTo979(isbn, '1'), 12).map(([, number]): NamedValue => [
      'a wrong check digit under 979',
      number,
    ]),
    ['two digits swapped that are two apart', swapApart(isbn)],
    ['a letter in the middle', replaceLetter(isbn, 5, 'O')],
    ['a letter at the start', replaceLetter(isbn, 0, 'g')],
    ['a closing X', replaceLetter(isbn, 12, 'X')],
    ['twelve digits', isbn.slice(0, 12)],
    ['twelve digits', isbn.slice(1)],
    ['fourteen digits', `${isbn}0`],
    ['fourteen digits', `0${isbn}`],
    ['the number twice', isbn + isbn],
    ['the older form', '0306406152'],
    ['the older form', '080442957X'],
    ['a product code', appendCheckDigit('400638133393')],
    ['a product code', appendCheckDigit(`977${isbn.slice(3, 12)}`)],
    ['a product code', appendCheckDigit(`980${isbn.slice(3, 12)}`)],
    ['zeros', '0'.repeat(13)],
    ['a number in exponent form', `${isbn.slice(0, 1)}.${isbn.slice(1)}e12`],
    ['a decimal point', `${isbn}.0`],
    ['letters', 'notabooknumbr'],
  ];
}

function replaceLetter(text: string, place: number, letter: string): string {
  return `${text.slice(0, place)}${letter}${text.slice(place + 1)}`;
}

/** Two different digits in one place never have the same check digit. */
function changeDigit(isbn: string, place: number): readonly NamedValue[] {
  return [1, 2, 3, 4, 5, 6, 7, 8, 9].map((step) => {
    const digit = String((Number(isbn.charAt(place)) + step) % 10);
    return [`digit ${place + 1} changed`, replaceLetter(isbn, place, digit)];
  });
}

/** Swaps two adjacent digits that are neither equal nor differ by five: those swaps leave a number valid. */
function swapDigits(isbn: string, place: number): readonly NamedValue[] {
  const [one, other] = [isbn.charAt(place), isbn.charAt(place + 1)];
  const difference = Math.abs(Number(one) - Number(other));
  if (difference === 0 || difference === 5) return [];
  const swapped = `${isbn.slice(0, place)}${other}${one}${isbn.slice(place + 2)}`;
  return [[`digits ${place + 1} and ${place + 2} swapped`, swapped]];
}

/** Digits two apart have the same weight, so a swap of the first and the third leaves the sum but not the prefix. */
function swapApart(isbn: string): string {
  return `${isbn.charAt(2)}${isbn.charAt(1)}${isbn.charAt(0)}${isbn.slice(3)}`;
}

/** The contract describes an ISBN as a text: no schema can say which texts are one. */
export function isIsbn(schema: JsonObject): boolean {
  return readRequirementIds(schema).some((id) => id.startsWith('isbn.valid-'));
}
