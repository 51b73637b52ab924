/** GET by external id: whether a lookup must find a book, and what it shows. */
import { withShownPublish } from '../book-state/index.ts';
import {
  exists,
  anyRefusal,
  type Expectation,
  externalIdMark,
  findForeignHolders,
  findHolders,
  getSettledId,
  isSameExternalId,
  type Ground,
  isForeign,
  isKnown,
  leavesNothing,
  may,
  mayShowDeletedHolder,
  must,
  mustAlso,
  outOfReach,
  type Question,
} from '../grounds/index.ts';
import { isObject } from '../../contract/json-pointer.ts';
import { findOperation } from '../call.ts';
import { readBook } from '../responses.ts';
import {
  drifts,
  formatValue,
  judgeCondition,
  judgeGone,
  judgeLeftBehind,
  type Judgement,
  judgeView,
  type ObservedReading,
  predictStatus,
  readBookAnswers,
  readOtherBook,
  readStatusHabits,
} from '../views/index.ts';
import {
  allows,
  anyValue,
  type Book,
  getOnlyValue,
  isCompleteHistory,
  isSameStatus,
  type World,
} from '../world/index.ts';
import type { MonitoredOperation } from './operation.ts';
import { createView, withForeignBook } from './shown-book.ts';

/** GET of a book by its external id. */
export const lookUpOperation: MonitoredOperation = {
  expect: expectLookUp,
  judge: ({ question }) => ({
    judgements: judgeLookUp(question),
    readings: readLookUpAnswers(question),
  }),
  learn: ({ question, outcome }, after) =>
    outcome === 'accepted' ? learnFromLookup(question, after) : after,
};

function expectLookUp(question: Question): Expectation {
  return {
    grounds: lookUpGrounds(question),
    brokenByOtherStatus: 'lookup.unknown-422',
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
    const isUnknown =
      isCompleteHistory(world) && !isUsed(world, externalId) && !mayBeGiven(question);
    return isUnknown ? unknownGrounds(externalId, question) : [may('external.multiple', 422)];
  }
  const [holder, ...otherHolders] = holders;
  const settledId =
    holder && otherHolders.length === 0 ? getSettledId(holder, question) : undefined;
  const mustBeFound = settledId !== undefined && settledId.value === externalId;
  if (!mustBeFound) return [may('consistency', 404, 409, 422)];
  // A service that keeps deleted books may count them among several books with the same external id.
  return mayShowDeletedHolder(question, externalId) ? [may('external.multiple', 409, 422)] : [];
}

/**
 * True for letters and digits of any script, for symbols such as emoji, and for spaces between them. In a path, all of
 * them can only be written as percent-encoded UTF-8. Clients resolve one or two dots, which then name no book.
 */
function isPlainId(externalId: string): boolean {
  const isPlain = /^[\p{L}\p{M}\p{N}\p{So}_.-]+(?: [\p{L}\p{M}\p{N}\p{So}_.-]+)*$/u.test(
    externalId,
  );
  return isPlain && !/^\.{1,2}$/.test(externalId) && externalId.normalize('NFC') === externalId;
}

/** If a lookup finds the book of a refused create, that create is to blame. A book of another create was found by mistake. */
function unknownGrounds(externalId: string, { world, exchange }: Question): readonly Ground[] {
  const create = world.refusedCreates.get(externalId);
  const shown = readBook(exchange.response?.body);
  const isOther =
    shown !== undefined &&
    (world.books.get(shown.id)?.createdAt !== undefined ||
      !isSameExternalId(shown.attributes['externalId'], externalId));
  const brokenByAcceptance = create && !isOther && leavesNothing[create.reason];
  return [
    mustAlso('lookup.unknown-422', [422]),
    must('lookup.unknown-names-parameter', [422], 'bookExternalId'),
  ].map((ground) => ({ ...ground, ...(brokenByAcceptance && { brokenByAcceptance }) }));
}

/** True if a book may have had the external id. The document does not say whether case matters. */
function isUsed({ externalIds, usedMarks }: Question['world'], externalId: string): boolean {
  return externalIds.has(externalId) || usedMarks.has(externalIdMark(externalId));
}

/** True if a call in flight may give the external id to a book. */
function mayBeGiven({ exchange, call }: Question): boolean {
  const { externalId = '' } = call;
  return (exchange.inFlight ?? []).some((other) => {
    const operation = findOperation(other);
    if (operation !== 'createBook' && operation !== 'updateBook') return false;
    if (other.body?.kind !== 'json' || !isObject(other.body.value)) return true;
    return isSameExternalId(other.body.value['externalId'], externalId);
  });
}

/** A lookup does not find the book of another account. */
function foreignGrounds(books: readonly Book[], { world }: Question): readonly Ground[] {
  const isKept = books.some((book) => exists(book, world));
  return [isKept ? must('account.hides-books', outOfReach) : may('tenancy', ...outOfReach)];
}

function judgeLookUp(question: Question): readonly Judgement[] {
  const { call, world, exchange } = question;
  const envelope = readBook(exchange.response?.body);
  const { externalId = '' } = call;
  if (envelope === undefined) return [];
  const { attributes, id } = envelope;
  const shownId = attributes['externalId'];
  const idJudgement = judgeCondition(isSameExternalId(shownId, externalId), 'lookup.same-book', {
    expected: `a book with the external id ${externalId}`,
    actual: formatValue(shownId),
    pointer: '/data/attributes/externalId',
  });
  const book = world.books.get(id);
  if (book === undefined) {
    const leftBehind = judgeLeftBehind({ attributes, pointer: '/data' }, question, externalId);
    return [...leftBehind, ...judgeUnknownBook(question, idJudgement, envelope.id)];
  }
  const judgements = [...judgeOwner(book, question), ...judgeGone(id, '/data/id', question)];
  if (isForeign(book, question) || !isKnown(book, question)) return judgements;
  const statusHabits = readStatusHabits(question);
  const view = createView(attributes, 'lookup.same-book', statusHabits.lag);
  return [
    ...judgements,
    ...judgeFormerId(book, question),
    ...judgeView(book, { ...view, statusHabits }).filter(isAboutLookUp),
  ];
}

/** Returns the readings that a lookup shows. */
function readLookUpAnswers(question: Question): readonly ObservedReading[] {
  const { call, exchange, world } = question;
  const shown = readBook(exchange.response?.body);
  const book = shown && world.books.get(shown.id);
  if (shown === undefined) return [];
  if (book !== undefined && isKnown(book, question)) {
    return readBookAnswers(book, shown.attributes);
  }
  return book === undefined
    ? readOtherBook(shown.id, call.externalId ?? '', { question, pointer: '/data/id' })
    : [];
}

/** A lookup must no longer find a book by an external id that it had before. */
function judgeFormerId(book: Book, question: Question): readonly Judgement[] {
  const { externalId = '' } = question.call;
  const settled = getSettledId(book, question);
  if (settled === undefined || isSameExternalId(settled.value, externalId)) return [];
  const expected = `422, because the external id of the book is ${formatValue(settled.value)}`;
  const difference = { expected, actual: `the book ${book.id}`, pointer: '/data/id' };
  return [drifts('lookup.unknown-422', difference)];
}

/** If two accounts use the same external id, each finds its own book. */
function judgeOwner(book: Book, question: Question): readonly Judgement[] {
  const externalId = question.call.externalId ?? '';
  const isWrong = isForeign(book, question);
  if (!isWrong && findForeignHolders(question, externalId).length === 0) return [];
  const isShared = !isWrong || findHolders(question, externalId).length > 0;
  const requirement = isShared ? 'account.own-external-ids' : 'account.hides-books';
  const expected = 'no book of another account';
  const difference = { expected, actual: book.id, pointer: '/data/id' };
  return [judgeCondition(!isWrong, requirement, difference)];
}

/** A lookup may lag, so only reads prove other requirements. */
function isAboutLookUp({ requirement, verdict }: Judgement): boolean {
  return verdict === 'drifts' || requirement.startsWith('lookup.');
}

/** Judges an unknown book that a lookup finds. A book of this history may have the same external id. */
function judgeUnknownBook(
  question: Question,
  idJudgement: Judgement,
  id: string,
): readonly Judgement[] {
  const [holder] = findHolders(question, question.call.externalId ?? '');
  if (holder?.isOwn !== true || idJudgement.verdict !== 'drifts') return [idJudgement];
  const difference = { expected: `the book ${holder.id}`, actual: id, pointer: '/data/id' };
  return [drifts('lookup.same-book', difference)];
}

function learnFromLookup(question: Question, world: World): World {
  const shownBook = readBook(question.exchange.response?.body);
  if (shownBook === undefined) return world;
  const { id, attributes } = shownBook;
  const book = world.books.get(id);
  if (book === undefined) return withForeignBook(world, id, attributes['externalId']);
  const hasLeftDraft = isKnown(book, question) && showsPublish(book, attributes['status']);
  if (!hasLeftDraft) return world;
  const shown = withShownPublish(book, attributes['status']);
  const status = { ...book.status, current: predictStatus(shown, attributes['status']) };
  // Calls before the publish made the book a draft, and cannot have made it one again.
  const claims = book.claims.filter(
    ({ field, previous }) => field !== 'status' || previous === undefined,
  );
  return { ...world, books: world.books.set(id, { ...shown, status, claims }) };
}

/** True if a lookup proves that a published book is no longer a draft, even though lookups may lag. */
function showsPublish({ status, wasPublished }: Book, shownStatus: unknown): boolean {
  const previousStatus = getOnlyValue(status.previous ?? anyValue)?.value;
  const isOtherThanDraft = typeof shownStatus === 'string' && shownStatus !== 'draft';
  return (
    wasPublished &&
    isOtherThanDraft &&
    previousStatus === 'draft' &&
    allows(status.current, shownStatus, isSameStatus)
  );
}
