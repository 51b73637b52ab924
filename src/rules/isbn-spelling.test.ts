import { expect, test } from 'vitest';
import { keepSeparators, removeSeparators, ignoreSeparators } from './isbn-spelling.ts';

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
