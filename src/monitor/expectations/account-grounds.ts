/** Returns the reasons to refuse a call on a book of another account. */
import type { OperationId } from '../../contract/operations.ts';
import type { StatedId } from '../../contract/requirements.ts';
import type { Book } from '../world/index.ts';
import { anyRefusal, may, must, type Ground } from './grounds.ts';
import type { Question } from './question.ts';

const requirementByOperation: Readonly<Partial<Record<OperationId, StatedId>>> = {
  updateBook: 'account.guards-books',
  publishBook: 'account.guards-books',
  unpublishBook: 'account.guards-books',
  deleteBook: 'account.guards-books',
  requestUploads: 'account.guards-files',
  attachFile: 'account.guards-files',
};

/** Returns the requirement that keeps an operation away from books of other accounts. */
export function accountRequirement(operation: OperationId): StatedId {
  return requirementByOperation[operation] ?? 'account.hides-books';
}

/** Returns whether the book belongs to an account that is known to be another one. */
export function isForeign(
  book: Pick<Book, 'account'>,
  { world, exchange }: Pick<Question, 'world' | 'exchange'>,
): boolean {
  return world.options.separateAccounts && book.account !== exchange.request.account;
}

/** Returns the reasons to refuse a call on a book that another key created. */
export function accountGrounds(book: Book, question: Question): readonly Ground[] {
  const { call, exchange, world } = question;
  if (book.account === exchange.request.account) return [];
  const exists = book.isOwn && book.epoch === world.epoch && book.deleted === 'no';
  return exists && isForeign(book, question)
    ? [must(accountRequirement(call.operation), outOfReach)]
    : [may('tenancy', ...anyRefusal)];
}

/** The statuses that hide a book of another account. The document does not say which one it has to be. */
export const outOfReach = [401, ...anyRefusal] as const;
