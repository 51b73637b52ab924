import { expect, test } from 'vitest';
import { digitsOnly, storedAsDigits, storedAsSent } from './isbn-spelling.ts';

const hyphens = '978-0-306-40615-7';
const digits = '9780306406157';

test('hyphens are part of the value, or removed, or ignored', () => {
  expect(digitsOnly(hyphens)).toEqual({ checked: hyphens, stored: hyphens });
  expect(storedAsDigits(hyphens)).toEqual({ checked: digits, stored: digits });
  expect(storedAsSent(hyphens)).toEqual({ checked: digits, stored: hyphens });
});

test('only single separators between digits are removed', () => {
  expect(storedAsDigits('-978 0').checked).toBe('-9780');
  expect(storedAsDigits('978--0').checked).toBe('978--0');
  expect(storedAsDigits('978 0-').checked).toBe('9780-');
});
