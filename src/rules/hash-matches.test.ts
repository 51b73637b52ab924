import { expect, test } from 'vitest';
import { isSameHash } from './hash-matches.ts';

test('the case of hexadecimal digits does not matter', () => {
  expect(isSameHash('ab01', 'AB01')).toBe(true);
});

test('every digit does', () => {
  expect(isSameHash('ab01', 'ab02')).toBe(false);
  expect(isSameHash('ab01', 'ab0')).toBe(false);
});
