/** Tests that the time of a refusal does not reveal how much of a key is right. */
import * as crypto from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createKeyAccounts } from './accounts.ts';

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

const keys = ['first-key', 'second-key', 'third-key'];

test.each([
  ['first-key', true],
  ['third-key', true],
  ['first-keY', false],
  ['f', false],
  ['', false],
])('%j is compared with every key, at equal length and in constant time', (candidate, isKnown) => {
  const accounts = createKeyAccounts(keys);
  const compare = vi.mocked(crypto.timingSafeEqual);
  compare.mockClear();
  expect(accounts.find(candidate) !== undefined).toBe(isKnown);
  expect(compare).toHaveBeenCalledTimes(keys.length);
  for (const [first, second] of compare.mock.calls)
    expect(first.byteLength).toBe(second.byteLength);
});
