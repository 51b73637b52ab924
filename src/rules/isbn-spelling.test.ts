import { expect, test } from 'vitest';
import { keepSeparators, removeSeparators, ignoreSeparators } from './isbn-spelling.ts';

const hyphens = '978-0-306-40615-7';
const digits = '9780306406157';

test('hyphens are part of the value, or removed, or ignored', () => {
  expect(keepSeparators(hyphens)).toEqual({ checked: hyphens, stored: hyphens });
  expect(removeSeparators(hyphens)).toEqual({ checked: digits, stored: digits });
  expect(ignoreSeparators(hyphens)).toEqual({ checked: digits, stored: hyphens });
});

test('only single separators between digits are removed', () => {
  expect(removeSeparators('-978 0').checked).toBe('-9780');
  expect(removeSeparators('978--0').checked).toBe('978--0');
  expect(removeSeparators('978 0-').checked).toBe('9780-');
});
