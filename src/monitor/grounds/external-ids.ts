/** Finds the books that have an external id, or may have it. */
import { allows, type Book, getField, getOnlyValue, isSameText } from '../world/index.ts';
import { exists, hidesDeletedBooks, isForeign } from './book-grounds.ts';
import type { Question } from './question.ts';

/** The requirement that a refused create leaves nothing behind, by the reason of the refusal. */
export const leavesNothing = {
  key: 'auth.no-effect',
  body: 'create.refused-leaves-nothing',
} as const;

/**
 * Returns the mark of an external id that was sent or seen. Ids by which a lookup may find the same book have one mark: a
 * service may trim and normalise texts, and the document does not say whether case matters.
 */
export function externalIdMark(externalId: string): string {
  return `external ${externalId.trim().normalize('NFC').toLowerCase()}`;
}

/** Returns whether a lookup by one external id may find a book with the other one. */
export function isSameExternalId(one: unknown, other: string): boolean {
  return typeof one === 'string' && externalIdMark(one) === externalIdMark(other);
}

/** Returns the books within reach of the caller that have the external id, or may have it. */
export function findHolders(question: Question, externalId: string): readonly Book[] {
  return findAllHolders(question, externalId).filter((book) => !isForeign(book, question));
}

/** Returns the books of other accounts that have the external id, or may have it. */
export function findForeignHolders(question: Question, externalId: string): readonly Book[] {
  return findAllHolders(question, externalId).filter((book) => isForeign(book, question));
}

/** Returns whether the service may still show a deleted book that has the external id, or may have it. */
export function mayShowDeletedHolder(question: Question, externalId: string): boolean {
  if (hidesDeletedBooks(question.world)) return false;
  return findEveryHolder(question, externalId).some(({ deleted }) => deleted === 'yes');
}

function findAllHolders(question: Question, externalId: string): readonly Book[] {
  return findEveryHolder(question, externalId).filter(({ deleted }) => deleted !== 'yes');
}

function findEveryHolder({ world }: Question, externalId: string): readonly Book[] {
  const ids = world.externalIds.get(externalId) ?? [];
  return ids.flatMap((id) => {
    const book = world.books.get(id);
    if (book === undefined) return [];
    return allows(getField(book, 'externalId').current, externalId, isSameText) ? [book] : [];
  });
}

/** Returns the external id by which a book must be found; undefined if it is unknown or may be too new. */
export function getSettledId(
  book: Book,
  question: Question,
): { readonly value: unknown } | undefined {
  const { world, lagTime, exchange } = question;
  const field = getField(book, 'externalId');
  const since = Math.max(field.changedAt, book.changedAt);
  const isSettled =
    exists(book, world) &&
    book.account === exchange.request.account &&
    lagTime - since > world.options.lag &&
    !question.isDisturbed;
  return isSettled ? getOnlyValue(field.current) : undefined;
}
