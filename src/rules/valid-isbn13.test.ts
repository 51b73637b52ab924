import { expect, test } from 'vitest';
import { isValidIsbn13 } from './valid-isbn13.ts';

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
