/** Who may call: accounts by their API key, each with the imprint the service gives its books. */
import { createHash } from 'node:crypto';

export interface Account {
  readonly id: string;
  readonly imprint: { readonly id: string; readonly name: string };
}

/** Makes one account per key; the same key is the same account after a restart. */
export function accountsOf(keys: readonly string[]): ReadonlyMap<string, Account> {
  return new Map(keys.map((key, index) => [key, accountOf(key, index)]));
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
