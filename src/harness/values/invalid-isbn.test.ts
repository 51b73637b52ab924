import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendCheckDigit, isbn13, invalidIsbn, invalidIsbnExamples } from './isbn.ts';

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
