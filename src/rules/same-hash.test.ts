import { expect, test } from 'vitest';
import { isSameHash } from './same-hash.ts';

test('hashes are equal regardless of the case of their digits', () => {
  expect(isSameHash('ab01', 'AB01')).toBe(true);
});

test('hashes that differ in a digit or in length are not equal', () => {
  expect(isSameHash('ab01', 'ab02')).toBe(false);
  expect(isSameHash('ab01', 'ab0')).toBe(false);
});
