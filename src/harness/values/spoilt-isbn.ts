/** Values that are not an ISBN-13, each derived from a valid one by a known mistake. */
import fc from 'fast-check';
import { closeIsbn, isbn13 } from './isbn.ts';

/** A value with a description of what is wrong with it. */
export interface Spoilt {
  readonly what: string;
  readonly value: string;
}

/**
 * One example of every kind. Hyphens and spaces are missing on purpose: whether they are allowed
 * is open, and so is 979-0.
 */
export const spoiltIsbns: readonly Spoilt[] = [
  { what: 'a last digit one too high', value: '9780306406158' },
  { what: 'a last digit one too low', value: '9780306406156' },
  { what: 'a first digit changed', value: '8780306406157' },
  { what: 'a middle digit changed', value: '9780306506157' },
  { what: 'a wrong last digit under 979', value: '9791034304241' },
  { what: 'adjacent digits swapped that differ by 2', value: '9781361484100' },
  { what: 'adjacent digits swapped that differ by 4', value: '9780306406517' },
  { what: 'twelve digits', value: '978030640615' },
  { what: 'fourteen digits', value: '97803064061570' },
  { what: 'ten digits, the older form', value: '0306406152' },
  { what: 'ten characters with a closing X, the older form', value: '080442957X' },
  { what: 'a closing X', value: '978030640615X' },
  { what: 'a letter in the middle', value: '97803O6406157' },
  { what: 'a number in exponent form', value: '9.780306406157e12' },
  { what: 'a trading code outside the book prefixes', value: closeIsbn('400638133393') },
  { what: 'a periodical under 977', value: closeIsbn('977123456700') },
  { what: 'thirteen letters', value: 'notabooknumbr' },
  { what: 'nothing', value: '' },
];

const lastPlace = 12;
const replaceAt = (text: string, place: number, letter: string): string =>
  `${text.slice(0, place)}${letter}${text.slice(place + 1)}`;

/** Replaces one digit: two different digits in one place never have the same check digit. */
const oneDigitChanged: fc.Arbitrary<Spoilt> = fc
  .tuple(isbn13, fc.integer({ min: 0, max: lastPlace }), fc.integer({ min: 1, max: 9 }))
  .map(([isbn, place, step]) => ({
    what: `digit ${place + 1} of ${isbn} changed`,
    value: replaceAt(isbn, place, String((Number(isbn.charAt(place)) + step) % 10)),
  }));

/**
 * Swaps two adjacent digits, never two equal ones and never two that differ by five: those swaps
 * leave a number valid. The prefix 97 always offers a pair.
 */
const neighboursSwapped: fc.Arbitrary<Spoilt> = isbn13.chain((isbn) => {
  const places = Array.from(isbn.slice(0, lastPlace)).flatMap((letter, place) => {
    const apart = Math.abs(Number(letter) - Number(isbn.charAt(place + 1)));
    return apart === 0 || apart === 5 ? [] : [place];
  });
  return fc.constantFrom(...places).map((place) => ({
    what: `digits ${place + 1} and ${place + 2} of ${isbn} swapped`,
    value: `${isbn.slice(0, place)}${isbn.charAt(place + 1)}${isbn.charAt(place)}${isbn.slice(place + 2)}`,
  }));
});

const letterInside: fc.Arbitrary<Spoilt> = fc
  .tuple(isbn13, fc.integer({ min: 0, max: lastPlace }), fc.constantFrom(...'AEIOXlo'.split('')))
  .map(([isbn, place, letter]) => ({
    what: `digit ${place + 1} of ${isbn} made a letter`,
    value: replaceAt(isbn, place, letter),
  }));

const otherLength: fc.Arbitrary<Spoilt> = fc
  .integer({ min: 1, max: 20 })
  .filter((length) => length !== lastPlace + 1)
  .chain((length) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
      .map((list) => ({ what: `${length} digits`, value: list.join('') })),
  );

/** Generates values that are not an ISBN-13, most of them almost valid. */
export const spoiltIsbn: fc.Arbitrary<Spoilt> = fc.oneof(
  { weight: 4, arbitrary: oneDigitChanged },
  { weight: 4, arbitrary: neighboursSwapped },
  { weight: 1, arbitrary: letterInside },
  { weight: 1, arbitrary: otherLength },
);
