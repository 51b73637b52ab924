/** Decides whether the addressed book exists for the caller, and what its status allows. */
import type { OperationId } from '../../contract/operations.ts';
import type { StatedId } from '../../contract/requirements.ts';
import type { SentRequest } from '../exchange.ts';
import {
  type Book,
  getField,
  getOnlyValue,
  isCompleteHistory,
  type World,
} from '../world/index.ts';
import {
  anyRefusal,
  decides,
  type Ground,
  may,
  mayByState,
  must,
  statusRefusal,
  when,
} from './grounds.ts';
import { isDisturbed, type Question } from './question.ts';

/**
 * Returns the reasons to refuse a call on the book in its path.
 * @param unknown the requirement that an unknown book gets 404
 */
export function existenceGrounds(question: Question, unknown: StatedId): readonly Ground[] {
  const { call, book, world } = question;
  if (call.ids === 'malformed') return [must(unknown, [400, 404, 422])];
  // Callers write unknown ids in lower case, even if the service writes its own in upper case.
  const isLower = book === undefined && world.upperCaseIds;
  const isRespelled = call.ids === 'other-case' && !isLower;
  const spelling = isRespelled ? [decides('uuid.case', ...anyRefusal)] : [];
  if (book === undefined) return [...spelling, ...unknownBookGrounds(question, unknown)];
  return [
    ...spelling,
    ...accountGrounds(book, question),
    ...when(!book.isOwn || book.epoch !== world.epoch, may('tenancy', ...anyRefusal)),
    ...deletionGrounds(question, unknown),
    ...when(
      question.isDisturbed || mayBeBusy(book, question),
      may('error.precedence', ...anyRefusal),
    ),
  ];
}

/** True if a write may be refused because the service is still working on an earlier one. */
function mayBeBusy({ id }: Book, { world, call }: Question): boolean {
  return world.unfinishedCalls.has(id) && call.operation !== 'readBook';
}

/**
 * A read of a deleted book may get 200, 404 or 410. A service whose reads do not find the book refuses other
 * calls, but a second delete may succeed, and a file of the book may be attached.
 */
function deletionGrounds(question: Question, unknown: StatedId): readonly Ground[] {
  const { operation } = question.call;
  const { deleted = 'no', account } = question.book ?? {};
  if (deleted === 'no') return [];
  const { world, exchange } = question;
  // Another account gets the same response whether the book was deleted or not. A call that the history has in the
  // wrong place may be older than the delete.
  const isOwn = deleted === 'yes' && account === exchange.request.account && !world.wasLate;
  if (operation === 'readBook') {
    const status = exchange.response?.status;
    const isGoneLate = mayHaveDisappeared(question) && (status === 404 || status === 410);
    return [(isOwn || isGoneLate ? decides : may)('not-found.deleted', 404, 410)];
  }
  const isGone = isOwn && !question.isDisturbed && hidesDeletedBooks(world);
  if (isGone && isOwnFile(question)) return [decides('delete.grants', ...anyRefusal)];
  return isGone && operation !== 'deleteBook'
    ? [must(unknown, [404, 410])]
    : [may('error.precedence', ...anyRefusal)];
}

/** True if only a delete that got 202 can be the reason why a book of the caller is not found. */
export function mayHaveDisappeared({ book, world, exchange }: Question): boolean {
  if (book?.isOwn !== true || !book.mayDisappear || book.deleted === 'yes') return false;
  return book.epoch === world.epoch && book.account === exchange.request.account && !world.wasLate;
}

/** True if the call names a file whose upload URL was granted for its book. */
function isOwnFile({ call: { fileId = '', bookId }, world }: Question): boolean {
  return world.files.get(fileId)?.bookId === bookId;
}

/** True if the service is known to refuse reads of deleted books and not to keep any of them visible. */
export function hidesDeletedBooks({ readings }: World): boolean {
  const readReadings = readings.get('not-found.deleted');
  const keepsTombstones = readings.get('delete.effect')?.has('tombstone') === true;
  return readReadings !== undefined && !readReadings.has('200') && !keepsTombstones;
}

/** A book that no call of this history created may exist or not. */
function unknownBookGrounds(question: Question, unknown: StatedId): readonly Ground[] {
  if (isUnknownBook(question)) return [must(unknown, [404])];
  // The book's status, of which nothing is known, may also be a reason.
  return [may('tenancy', ...anyRefusal)];
}

/** True if no book has the id in the path. */
export function isUnknownBook({ book, call, world, exchange }: Question): boolean {
  const { bookId = '' } = call;
  if (book !== undefined || world.foreignBookIds.has(bookId)) return false;
  return isCompleteHistory(world) || isMadeUp(bookId, exchange.request);
}

/** True if the caller made up the id, so that nothing has it. */
export function isMadeUp(id: string, { madeUpIds = [] }: SentRequest): boolean {
  return madeUpIds.includes(id);
}

/** True if the state of the addressed book is known well enough to judge the call by it. */
export function isCertain(question: Question): question is Question & { readonly book: Book } {
  const { book, world, exchange, call } = question;
  return (
    book !== undefined &&
    exists(book, world) &&
    book.account === exchange.request.account &&
    call.ids === 'plain' &&
    !question.isDisturbed
  );
}

/** Returns whether a response can be compared with a book: one of this history that no other call may have changed. */
export function isKnown(book: Book, question: Question): boolean {
  return exists(book, question.world) && !isDisturbed(book, question);
}

/** Returns whether a book that this history created has not been deleted. */
export function exists({ isOwn, epoch, deleted }: Book, world: World): boolean {
  return isOwn && epoch === world.epoch && deleted === 'no';
}

/** True if every file that was ever announced for the book is known. */
export function knowsAllFiles({ createdInEpoch, knowsFiles }: Book, { epoch }: World): boolean {
  return knowsFiles && createdInEpoch === epoch;
}

/** True if the book is certain to be a draft. */
export function isDraft(question: Question): boolean {
  return isCertain(question) && getOnlyValue(question.book.status.current)?.value === 'draft';
}

/** True if the book's status cannot be a reason to refuse a call: the book is a draft, or does not exist. */
export function hasNoOtherStatus(question: Question): boolean {
  return isUnknownBook(question) || isDraft(question);
}

/** Returns the reasons to refuse an edit because of the book's status. A draft and a published book accept edits. */
export function editGrounds(book: Book): readonly Ground[] {
  const status = getOnlyValue(book.status.current)?.value;
  if (status === 'draft' || book.seenStatus === 'published') return [];
  return [
    mayByState('status.in-review-lock', ...statusRefusal),
    mayByState('update.any-status', 409, 422),
    mayByState('unpublish.then-edit', ...statusRefusal),
  ];
}

/** Returns the value of a field; undefined if it is not known. */
export function getKnownValue(book: Book, name: string): unknown {
  return getOnlyValue(getField(book, name).current)?.value;
}

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
function accountGrounds(book: Book, question: Question): readonly Ground[] {
  const { call, exchange, world } = question;
  if (book.account === exchange.request.account) return [];
  return exists(book, world) && isForeign(book, question)
    ? [must(accountRequirement(call.operation), outOfReach)]
    : [may('tenancy', ...anyRefusal)];
}

/** The statuses that hide a book of another account. The document does not say which one it has to be. */
export const outOfReach = [401, ...anyRefusal] as const;
