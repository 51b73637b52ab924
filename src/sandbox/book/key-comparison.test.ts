/** The time it takes to refuse a key must not reveal how much of it is right. */
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
  for (const [one, other] of compare.mock.calls) expect(one.byteLength).toBe(other.byteLength);
});
