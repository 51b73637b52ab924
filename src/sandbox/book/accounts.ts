/** Accounts and their API keys. The service gives every account an imprint of its own. */
import { createHash, timingSafeEqual } from 'node:crypto';

export interface Account {
  readonly id: string;
  readonly imprint: { readonly id: string; readonly name: string };
}

/**
 * Makes a look-up of accounts by API key; a key belongs to the same account after a restart.
 * @throws Error if a key is empty or given twice
 */
export function accountsByKey(keys: readonly string[]): (key: string) => Account | undefined {
  if (keys.includes('')) throw new Error('An API key may not be empty.');
  if (new Set(keys).size < keys.length) throw new Error('An API key may be given only once.');
  // Keys are compared as digests of equal length, so the time it takes says nothing about a key.
  const known = keys.map((key, index) => ({
    digest: digestOf(key),
    account: accountOf(key, index),
  }));
  return (key) => {
    const digest = digestOf(key);
    return known.filter((entry) => timingSafeEqual(entry.digest, digest))[0]?.account;
  };
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

function accountOf(key: string, index: number): Account {
  const digest = createHash('sha256').update(`account ${key}`).digest('hex');
  return {
    id: digest.slice(0, 24),
    imprint: {
      id: digest.slice(24).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5'),
      name: index === 0 ? 'Sandbox Press' : `Sandbox Press ${index + 1}`,
    },
  };
}
