/** Tests ISBNs against published ones, and against the check of the ISBN manual. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { appendCheckDigit, convertTo979, hyphenateIsbn, isbn978, listIsbnEdges } from './isbn.ts';

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

it.each(publishedIsbns)('finds the last digit of %s', (isbn) => {
  expect(appendCheckDigit(isbn.slice(0, 12))).toBe(isbn);
});

it('moves a number to 979 with a new check digit, and prints one with hyphens', () => {
  expect(convertTo979('9785034304249', '1')).toBe('9791034304240');
  expect(hyphenateIsbn('9780306406157')).toBe('978-0-3064-0615-7');
});

/** An independent check in the form of the ISBN manual: weights 1 and 3, a multiple of ten. */
function isIsbn13(text: string): boolean {
  if (!/^97[89]\d{10}$/u.test(text)) return false;
  const sum = [...text].reduce((total, digit, place) => {
    return total + Number(digit) * (place % 2 === 0 ? 1 : 3);
  }, 0);
  return sum % 10 === 0;
}

it('knows of each value near a number whether it is an ISBN-13', () => {
  const property = fc.property(isbn978, (isbn) => {
    for (const { value, meaning, rule } of listIsbnEdges(isbn)) {
      if (meaning === 'open' || typeof value !== 'string') continue;
      expect([value, rule, isIsbn13(value)]).toEqual([value, rule, meaning !== 'refused']);
    }
  });
  fc.assert(property, { numRuns: 50 });
});

it('tries every check digit, a change of every digit, and swaps of neighbours', () => {
  const rules = new Set(listIsbnEdges('9780306406157').map(({ rule }) => rule));
  for (let digit = 0; digit <= 9; digit += 1) expect(rules).toContain(`check digit ${digit}`);
  for (let place = 1; place <= 13; place += 1) expect(rules).toContain(`digit ${place} changed`);
  expect(rules).toContain('digits 12 and 13 swapped');
});
