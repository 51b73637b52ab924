import { describe, expect, it } from 'vitest';
import { appendCheckDigit, hyphenateIsbn, convertTo979 } from './isbn.ts';

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
