/** Tests keys that are almost the right one. */
import { expect, test } from 'vitest';
import { alterKey } from './altered-key.ts';

test('each alteration makes another key', () => {
  expect(alterKey('Ab-1', 'longer')).toBe('Ab-1-4f1d');
  expect(alterKey('Ab-1', 'shorter')).toBe('Ab-');
  expect(alterKey('Ab-1', 'other-case')).toBe('aB-1');
});

test('a key that an alteration leaves as it is, or empty, gets longer', () => {
  expect(alterKey('4711', 'other-case')).toBe('4711-4f1d');
  expect(alterKey('x', 'shorter')).toBe('x-4f1d');
});
