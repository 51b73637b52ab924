import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeIsbn, isbn13 } from './isbn.ts';
import { isbnPerLastDigit, luckySwap, spoiltIsbn, spoiltIsbns } from './spoilt-isbn.ts';

/** A second opinion in the form the ISBN manual gives: weights 1 and 3, a multiple of ten. */
function isIsbn13(text: string): boolean {
  if (!/^97[89]\d{10}$/u.test(text)) return false;
  const sum = [...text].reduce((total, digit, place) => {
    return total + Number(digit) * (place % 2 === 0 ? 1 : 3);
  }, 0);
  return sum % 10 === 0;
}

describe('numbers built digit by digit', () => {
  it('are ISBN-13s', () => {
    fc.assert(fc.property(isbn13, isIsbn13));
  });

  it('have every last digit in turn', () => {
    expect(isbnPerLastDigit.map((isbn) => isbn.at(-1)).join('')).toBe('0123456789');
    expect(isbnPerLastDigit.filter((isbn) => !isIsbn13(isbn))).toEqual([]);
  });

  it('survive the swap of two neighbours that differ by five', () => {
    expect(closeIsbn(luckySwap.slice(0, 12))).toBe(luckySwap);
  });
});

describe('spoilt numbers', () => {
  it('written out are no ISBN-13', () => {
    expect(spoiltIsbns.filter(({ value }) => isIsbn13(value))).toEqual([]);
  });

  it('generated are never an ISBN-13', () => {
    fc.assert(
      fc.property(spoiltIsbn, ({ value }) => !isIsbn13(value)),
      { numRuns: 2000 },
    );
  });
});
