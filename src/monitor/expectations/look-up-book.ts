/** GET by external id: whether a lookup must find a book. */
import { allows, isCompleteHistory, getOnlyValue, type Book } from '../world/index.ts';
import { isForeign, outOfReach } from './book-grounds.ts';
import { anyRefusal, may, must, type Expectation, type Ground } from './grounds.ts';
import type { Question } from './question.ts';

export function expectLookUp(question: Question): Expectation {
  return {
    grounds: lookUpGrounds(question),
    brokenByOtherStatus: 'lookup.unknown-422',
    accepts: {
      statuses: [200],
      statusRequirement: 'lookup.answers-200',
    },
  };
}

function lookUpGrounds(question: Question): readonly Ground[] {
  const { call, world } = question;
  const { externalId = '' } = call;
  if (!isPlainId(externalId)) return [may('external.encoding', ...anyRefusal)];
  const holders = findHolders(question, externalId);
  if (holders.length === 0) {
    const foreignBooks = findForeignHolders(question, externalId);
    if (foreignBooks.length > 0) return foreignGrounds(foreignBooks, question);
    const isUnknown = isCompleteHistory(world) && !isUsed(world, externalId);
    return isUnknown ? unknownGrounds(externalId, world) : [may('external.multiple', 422)];
  }
  const [holder, ...otherHolders] = holders;
  const settledId =
    holder && otherHolders.length === 0 ? getSettledId(holder, question) : undefined;
  const mustBeFound = settledId !== undefined && settledId.value === externalId;
  return mustBeFound ? [] : [may('consistency', 404, 409, 422)];
}

/** True for letters and digits of any script. In a path, they can only be written as percent-encoded UTF-8. */
function isPlainId(externalId: string): boolean {
  return /^[\p{L}\p{M}\p{N}_.-]+$/u.test(externalId) && externalId.normalize('NFC') === externalId;
}

/** If a lookup finds the book of a refused create, that create is to blame. */
function unknownGrounds(
  externalId: string,
  { refusedCreates }: Question['world'],
): readonly Ground[] {
  const create = refusedCreates.get(externalId);
  const brokenByAcceptance = create && leavesNothing[create.reason];
  return [
    must('lookup.unknown-422', [422]),
    must('lookup.unknown-names-parameter', [422], 'bookExternalId'),
  ].map((ground) => ({ ...ground, ...(brokenByAcceptance && { brokenByAcceptance }) }));
}

/** The requirement that a refused create leaves nothing behind, by the reason of the refusal. */
export const leavesNothing = {
  key: 'auth.no-effect',
  body: 'create.refused-leaves-nothing',
} as const;

/** True if a book may have had the external id. The document does not say whether case matters. */
function isUsed({ externalIds, usedMarks }: Question['world'], externalId: string): boolean {
  return externalIds.has(externalId) || usedMarks.has(externalIdMark(externalId));
}

/** Returns the mark of an external id that was sent or seen. */
export function externalIdMark(externalId: string): string {
  return `external ${externalId.toLowerCase()}`;
}

/** Returns the books within reach of the caller that have the external id, or may have it. */
export function findHolders(question: Question, externalId: string): readonly Book[] {
  return findAllHolders(question, externalId).filter((book) => !isForeign(book, question));
}

/** Returns the books of other accounts that have the external id, or may have it. */
export function findForeignHolders(question: Question, externalId: string): readonly Book[] {
  return findAllHolders(question, externalId).filter((book) => isForeign(book, question));
}

/** A lookup does not find the book of another account. */
function foreignGrounds(books: readonly Book[], { world }: Question): readonly Ground[] {
  const exists = books.some(
    ({ isOwn, deleted, epoch }) => isOwn && deleted === 'no' && epoch === world.epoch,
  );
  return [exists ? must('account.hides-books', outOfReach) : may('tenancy', ...outOfReach)];
}

function findAllHolders({ world }: Question, externalId: string): readonly Book[] {
  const ids = world.externalIds.get(externalId) ?? [];
  return ids.flatMap((id) => {
    const book = world.books.get(id);
    if (book === undefined || book.deleted === 'yes') return [];
    return allows(book.fields.externalId.current, externalId, Object.is) ? [book] : [];
  });
}

/** Returns the external id by which a book must be found; undefined if it is unknown or may be too new. */
export function getSettledId(
  book: Book,
  question: Question,
): { readonly value: unknown } | undefined {
  const { world, lagTime, exchange } = question;
  const field = book.fields.externalId;
  const since = Math.max(field.changedAt, book.changedAt);
  const isSettled =
    book.isOwn &&
    book.epoch === world.epoch &&
    book.deleted === 'no' &&
    book.account === exchange.request.account &&
    lagTime - since > world.options.lag &&
    !question.isDisturbed;
  return isSettled ? getOnlyValue(field.current) : undefined;
}
