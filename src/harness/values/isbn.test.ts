import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  appendCheckDigit,
  hyphenateIsbn,
  convertTo979,
  isbn13,
  invalidIsbn,
  invalidIsbnExamples,
} from './isbn.ts';

/** Numbers printed on real books and in the ISBN users' manual. */
const publishedIsbns = [
  '9780306406157',
  '9783161484100',
  '9780596520687',
  '9781861972712',
  '9780131103627',
  '9780201633610',
  '9791034304240',
  '9791090636071',
];

describe('numbers derived from an ISBN', () => {
  it('move to 979 with a new check digit', () => {
    expect(convertTo979('9785034304249', '1')).toBe('9791034304240');
  });

  it('are printed with hyphens', () => {
    expect(hyphenateIsbn('9780306406157')).toBe('978-0-3064-0615-7');
  });
});

describe('appendCheckDigit', () => {
  it.each(publishedIsbns)('finds the last digit of %s', (isbn) => {
    expect(appendCheckDigit(isbn.slice(0, 12))).toBe(isbn);
  });
});

/** An independent check in the form of the ISBN manual: weights 1 and 3, a multiple of ten. */
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

  it('remain valid when two adjacent digits that differ by five are swapped', () => {
    // 9780306406157 with its 6 and 1 swapped: this is why such swaps are never generated.
    expect(appendCheckDigit('978030640165')).toBe('9780306401657');
  });
});

describe('spoilt numbers', () => {
  it('in the list are not ISBN-13s', () => {
    expect(invalidIsbnExamples.filter(({ value }) => isIsbn13(value))).toEqual([]);
  });

  it('generated are never an ISBN-13', () => {
    fc.assert(
      fc.property(invalidIsbn, ({ value }) => !isIsbn13(value)),
      { numRuns: 2000 },
    );
  });
});
