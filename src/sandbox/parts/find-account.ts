/** Finds the account that a request belongs to. */
import { type Account, getTestAccount, testIdHeader, testIdPattern } from '../book/index.ts';
import type { IncomingRequest, Parts } from './parts.ts';

/** Returns the account of a key, or the account that a test with this key has for itself. */
export function findKeyAccount(
  header: IncomingRequest['header'],
  { contract, findAccount }: Pick<Parts, 'contract' | 'findAccount'>,
): Account | undefined {
  const key = header(contract.keyHeader);
  const account = key === undefined ? undefined : findAccount(key);
  const testId = header(testIdHeader);
  if (account === undefined || testId === undefined || !testIdPattern.test(testId)) return account;
  return getTestAccount(account, testId);
}

/** Returns the id of the account that a request belongs to: by its key or, for an upload, by its book. */
export async function findAccountId(
  { operation, url, header }: Pick<IncomingRequest, 'operation' | 'url' | 'header'>,
  parts: Parts,
): Promise<string | undefined> {
  if (operation !== 'putFile') return findKeyAccount(header, parts)?.id;
  const [, fileId = ''] = /\/uploads\/([0-9a-f-]{36})/.exec(url) ?? [];
  const grant = await parts.store.readGrant(fileId);
  return grant && (await parts.store.readBook(grant.bookId))?.account;
}
