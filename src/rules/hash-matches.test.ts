import { expect, test } from 'vitest';
import { hashMatches } from './hash-matches.ts';

test('the case of hexadecimal digits does not matter', () => {
  expect(hashMatches('ab01', 'AB01')).toBe(true);
});

test('every digit does', () => {
  expect(hashMatches('ab01', 'ab02')).toBe(false);
  expect(hashMatches('ab01', 'ab0')).toBe(false);
});
