/** Tests that the time of a refusal does not reveal how much of a key is right. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createKeyAccounts } from './accounts.ts';

const keys = ['first-key', 'second-key', 'third-key'];
const compare = vi.spyOn(crypto, 'timingSafeEqual');

beforeAll(syncBuiltinESMExports);
afterAll(() => {
  compare.mockRestore();
  syncBuiltinESMExports();
});

test.each([
  ['first-key', true],
  ['third-key', true],
  ['first-keY', false],
  ['f', false],
  ['', false],
])('%j is compared with every key, at equal length and in constant time', (candidate, isKnown) => {
  const accounts = createKeyAccounts(keys);
  compare.mockClear();
  expect(accounts.find(candidate) !== undefined).toBe(isKnown);
  expect(compare).toHaveBeenCalledTimes(keys.length);
  for (const [first, second] of compare.mock.calls)
    expect(first.byteLength).toBe(second.byteLength);
});
