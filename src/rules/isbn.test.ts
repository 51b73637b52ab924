import { expect, test } from 'vitest';
import {
  hasBookPrefix,
  hasOlderPrefix,
  hasPrefixWithoutMusic,
  ignoreSeparators,
  isValidIsbn13,
  keepSeparators,
  removeSeparators,
} from './isbn.ts';

test.each(['9780306406157', '9781861972712', '9791034303120', '9780000000002', '9783161484100'])(
  '%s is valid',
  (text) => {
    expect(isValidIsbn13(text)).toBe(true);
  },
);

test.each([
  ['9780306406158', 'another check digit'],
  ['9780306406175', 'two adjacent digits swapped'],
  ['978030640615', 'twelve digits'],
  ['97803064061570', 'fourteen digits'],
  ['978-0-306-40615-7', 'hyphens'],
  ['0306406152', 'ISBN-10'],
  ['97803064061 5', 'a space'],
  ['978030640615X', 'a letter'],
  [' 9780306406157', 'a space before'],
  ['9780306406157\n', 'a line end'],
  ['\u0669780306406157', 'a digit of another script'],
  ['', 'nothing'],
])('%j is not valid: %s', (text) => {
  expect(isValidIsbn13(text)).toBe(false);
});

test('an ISBN with any one digit changed is not valid', () => {
  const digits = '9780306406157';
  const variants = digits.split('').flatMap((digit, index) =>
    '0123456789'
      .split('')
      .filter((other) => other !== digit)
      .map((other) => digits.slice(0, index) + other + digits.slice(index + 1)),
  );
  expect(variants).toHaveLength(117);
  expect(variants.filter(isValidIsbn13)).toEqual([]);
});

test.each([
  ['9780306406157', [true, true, true]],
  ['9791034303120', [true, false, true]],
  ['9790230671187', [true, false, false]],
  ['9770306406157', [false, false, false]],
])('%s has a book prefix, the older one, one without music: %j', (digits, expected) => {
  const prefixes = [hasBookPrefix, hasOlderPrefix, hasPrefixWithoutMusic];
  expect(prefixes.map((allows) => allows(digits))).toEqual(expected);
});

const isbnWithHyphens = '978-0-306-40615-7';
const digits = '9780306406157';

test('keepSeparators keeps hyphens', () => {
  expect(keepSeparators(isbnWithHyphens)).toEqual({
    checkedValue: isbnWithHyphens,
    storedValue: isbnWithHyphens,
  });
});

test('removeSeparators removes hyphens', () => {
  expect(removeSeparators(isbnWithHyphens)).toEqual({ checkedValue: digits, storedValue: digits });
});

test('ignoreSeparators stores hyphens, but checks the digits alone', () => {
  expect(ignoreSeparators(isbnWithHyphens)).toEqual({
    checkedValue: digits,
    storedValue: isbnWithHyphens,
  });
});

test('removeSeparators removes only single separators between digits', () => {
  expect(removeSeparators('-978 0').checkedValue).toBe('-9780');
  expect(removeSeparators('978--0').checkedValue).toBe('978--0');
  expect(removeSeparators('978 0-').checkedValue).toBe('9780-');
});
