import { expect, test } from 'vitest';
import { keepSeparators, removeSeparators, ignoreSeparators } from './isbn-spelling.ts';

const hyphenated = '978-0-306-40615-7';
const digits = '9780306406157';

test('keepSeparators keeps hyphens', () => {
  expect(keepSeparators(hyphenated)).toEqual({ checked: hyphenated, stored: hyphenated });
});

test('removeSeparators removes hyphens', () => {
  expect(removeSeparators(hyphenated)).toEqual({ checked: digits, stored: digits });
});

test('ignoreSeparators stores hyphens, but checks the digits alone', () => {
  expect(ignoreSeparators(hyphenated)).toEqual({ checked: digits, stored: hyphenated });
});

test('removeSeparators removes only single separators between digits', () => {
  expect(removeSeparators('-978 0').checked).toBe('-9780');
  expect(removeSeparators('978--0').checked).toBe('978--0');
  expect(removeSeparators('978 0-').checked).toBe('9780-');
});
