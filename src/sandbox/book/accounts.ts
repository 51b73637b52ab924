/** Accounts and their API keys. The service gives every account its own imprint. */
import { createHash, timingSafeEqual } from 'node:crypto';

export interface Account {
  readonly id: string;
  /** A readable name, which the control API accepts in place of the id. */
  readonly name: string;
  readonly imprint: { readonly id: string; readonly name: string };
  readonly readOnly: boolean;
}

export interface AccountSettings {
  readonly name: string;
  /** The name of its imprint; the name of the account by default. */
  readonly imprint?: string;
  readonly keys: readonly { readonly key: string; readonly readOnly?: boolean }[];
}

export type Accounts = ReturnType<typeof indexAccounts>;

/**
 * Creates an account for each key. A key keeps its account after a restart.
 * @throws Error if there is no key, or if a key is empty or repeated
 */
export function createKeyAccounts(keys: readonly string[]): Accounts {
  return indexAccounts(
    keys.map((key, index) => {
      const imprint = index === 0 ? 'Sandbox Press' : `Sandbox Press ${index + 1}`;
      const account = createAccount(`account ${key}`, { name: `account-${index + 1}`, imprint });
      return { account, keys: [{ key }] };
    }),
  );
}

/**
 * Creates the accounts of an accounts file. Each is identified by its name.
 * @throws Error if there is no key, or if a name or a key is empty or repeated
 */
export function createNamedAccounts(settings: readonly AccountSettings[]): Accounts {
  const names = settings.map(({ name }) => name);
  if (names.includes('')) throw new Error('An account needs a name.');
  if (new Set(names).size < names.length) throw new Error('Two accounts have the same name.');
  return indexAccounts(
    settings.map(({ name, imprint = name, keys }) => ({
      account: createAccount(`account named ${name}`, { name, imprint }),
      keys,
    })),
  );
}

function indexAccounts(
  entries: readonly { readonly account: Account; readonly keys: AccountSettings['keys'] }[],
) {
  const keys = entries.flatMap((entry) => entry.keys.map(({ key }) => key));
  if (keys.length === 0) throw new Error('There is no API key.');
  if (keys.includes('')) throw new Error('An API key must not be empty.');
  if (new Set(keys).size < keys.length) throw new Error('An API key may be given only once.');
  const accountsByDigest = entries.flatMap(({ account, keys: accountKeys }) =>
    accountKeys.map(({ key, readOnly = false }) => ({
      digest: hashKey(key),
      account: { ...account, readOnly },
    })),
  );
  return {
    all: entries.map(({ account }): Account => account),
    keys,
    find: (key: string): Account | undefined => {
      // Keys are compared as digests of equal length, so the time of a comparison reveals nothing about a key.
      const digest = hashKey(key);
      return accountsByDigest.filter((entry) => timingSafeEqual(entry.digest, digest))[0]?.account;
    },
  };
}

/** The header by which a caller names the test that it belongs to. */
export const testIdHeader = 'x-test-id';

/** What a test id may look like; it is part of ids and log lines. */
export const testIdPattern = /^[\w.:-]{1,100}$/;

/** Returns the account that a test has for itself: below another account, whose key it uses. */
export function getTestAccount(account: Account, testId: string): Account {
  return { ...account, id: `${account.id}/${testId}`, name: `${account.name}/${testId}` };
}

/** Returns the id of the account whose key a test's account uses. Any other account owns itself. */
export function getOwnerId(accountId: string): string {
  return accountId.replace(/\/.*/, '');
}

function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Returns whether two secrets are the same. The time of the comparison reveals nothing about them. */
export function isSameSecret(first: string, second: string): boolean {
  return timingSafeEqual(hashKey(first), hashKey(second));
}

function createAccount(
  source: string,
  { name, imprint }: { readonly name: string; readonly imprint: string },
): Account {
  const digest = createHash('sha256').update(source).digest('hex');
  const imprintId = formatUuid(digest.slice(24));
  return {
    id: digest.slice(0, 24),
    name,
    imprint: { id: imprintId, name: imprint },
    readOnly: false,
  };
}

/** Returns a UUID (version 4) made from a hexadecimal digest of at least 32 digits. */
export function formatUuid(digest: string): string {
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
