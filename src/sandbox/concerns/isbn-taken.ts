/** Concerns about an ISBN that another book of the account has, if the readings care. */
import type { Book } from '../book/index.ts';
import type { SandboxParts } from '../parts/index.ts';
import { type Concern, open } from '../readings/index.ts';

export async function isbnTakenConcerns(
  { account, isbn, id }: Book,
  { readings, store }: Pick<SandboxParts, 'readings' | 'store'>,
): Promise<readonly Concern[]> {
  const reason = 'Another book of this account has this ISBN.';
  const concerns = open(readings, 'isbn.uniqueness', { name: 'isbn', reason });
  if (isbn === null || concerns.length === 0) return [];
  return (await store.othersByIsbn(account, isbn, id)) > 0 ? concerns : [];
}
