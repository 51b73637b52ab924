/** Learns from responses what does not follow from the effects of their calls. */
import type { JsonObject } from '../../contract/json-pointer.ts';
import type { Effect } from '../effects/index.ts';
import {
  externalIdMark,
  isCertain,
  isKnown,
  isMust,
  refusalHabit,
  type Question,
} from '../expectations/index.ts';
import {
  confirmClaims,
  learnBook,
  predictStatus,
  withPage,
  type JudgedPage,
  type View,
} from '../judging/index.ts';
import { readBook } from '../responses.ts';
import {
  allows,
  anyValue,
  clientFields,
  isCompleteHistory,
  getOnlyValue,
  getComparison,
  isSameStatus,
  withHabit,
  withoutState,
  type Book,
  type World,
} from '../world/index.ts';

/**
 * Returns the world with the facts that a response shows.
 * @param after the world with the effects of the call
 * @param list the judged page of a list; undefined for other responses
 */
export function learnFromResponse(
  effect: Effect,
  after: World,
  list: JudgedPage | undefined,
): World {
  const { question, outcome } = effect;
  const world = withRefusalHabit(effect, withAcceptedAccount(effect, after));
  if (outcome !== 'accepted')
    return question.call.operation === 'readBook' ? withDoubt(effect, world) : world;
  switch (question.call.operation) {
    case 'readBook':
      return learnFromRead(question, world);
    case 'createBook':
    case 'updateBook':
      return learnFromEnvelope(question, world);
    case 'lookUpBook':
      return learnFromLookup(question, world);
    case 'listBooks':
      return list === undefined ? world : learnFromList(list, question, world);
    default:
      return world;
  }
}

/** Marks a book as possibly deleted once a read did not find it, so that this drift is reported only once. */
function withDoubt({ question, outcome }: Effect, world: World): World {
  const { book, exchange } = question;
  const status = exchange.response?.status;
  const isNotFound = outcome === 'refused' && (status === 404 || status === 410);
  if (!isNotFound || !isCertain(question) || book === undefined) return world;
  return { ...world, books: world.books.set(book.id, { ...book, deleted: 'maybe' }) };
}

/** Records that the service refuses this kind of call, if the refusal has only one possible reason. */
function withRefusalHabit({ question, expectation, outcome }: Effect, world: World): World {
  const [ground, ...others] = expectation?.grounds ?? [];
  const status = question.exchange.response?.status ?? 0;
  if (outcome !== 'refused' || ground === undefined || others.length > 0) return world;
  if (isMust(ground) || ground.consistency === undefined || !ground.statuses.includes(status))
    return world;
  return withHabit(world, ground.consistency.kind, refusalHabit);
}

function withAcceptedAccount({ question, outcome }: Effect, world: World): World {
  const { key, account } = question.exchange.request;
  if (outcome !== 'accepted' || key === 'none' || question.call.operation === 'putFile')
    return world;
  return { ...world, acceptedAccounts: world.acceptedAccounts.set(account, true) };
}

function learnFromRead(question: Question, world: World): World {
  const shownBook = readBook(question.exchange.response?.body);
  if (shownBook === undefined) return world;
  const knownBook = world.books.get(shownBook.id);
  if (knownBook === undefined)
    return withForeignBook(world, shownBook.id, shownBook.attributes['externalId']);
  const isStale = knownBook.epoch !== world.epoch;
  const book = isStale ? withoutState(knownBook, question.lagTime) : knownBook;
  // A read that overlaps with a write, or follows a gap, proves only what is certain.
  if (question.isDisturbed || !book.isOwn || book.deleted === 'yes') return world;
  const learnedBook = learnBook(book, createView(shownBook.attributes));
  const mayBeDeleted = isStale || book.deleted === 'maybe';
  const deleted = mayBeDeleted && mayShowDeleted(world) ? 'maybe' : 'no';
  const worldWithHabits = withShownHabits(book, shownBook.attributes, world);
  return {
    ...worldWithHabits,
    books: world.books.set(book.id, { ...learnedBook, deleted, epoch: world.epoch }),
  };
}

/** Records the habit that the read proves: how the service handles updates whose result the document leaves open. */
function withShownHabits({ fields }: Book, attributes: JsonObject, world: World): World {
  return clientFields.reduce((learnedWorld, name) => {
    const { choice } = fields[name];
    if (choice === undefined) return learnedWorld;
    const possibleHabits = Object.entries(choice.byHabit).filter(([, value]) =>
      allows(value, attributes[name] ?? null, getComparison(name)),
    );
    const [habit, ...others] = possibleHabits.map(([habitName]) => habitName);
    return habit === undefined || others.length > 0
      ? learnedWorld
      : withHabit(learnedWorld, choice.subject, habit);
  }, world);
}

/** True if this service may return a deleted book. */
function mayShowDeleted({ readings }: World): boolean {
  const deletedReadings = readings.get('not-found.deleted');
  return deletedReadings === undefined || deletedReadings.has('200');
}

function createView(attributes: View['attributes']): View {
  return { attributes, pointer: '', defaultRequirement: 'read.changes-nothing', lag: undefined };
}

/** Learns from the envelope in the response to a write, which shows the book after the write. */
function learnFromEnvelope(question: Question, world: World): World {
  const shownBook = readBook(question.exchange.response?.body);
  const book = shownBook && world.books.get(shownBook.id);
  const addressedId = question.call.bookId ?? shownBook?.id;
  if (!shownBook || !book?.isOwn || book.deleted !== 'no' || addressedId !== shownBook.id)
    return world;
  const isStale = book.epoch !== world.epoch && !question.isDisturbed;
  const provesState = question.call.operation === 'createBook' || isStale || isCertain(question);
  if (!provesState) return world;
  const view = createView(shownBook.attributes);
  const learnedBook = learnBook(book, view);
  // The next read must still prove the claims and the status. A status that was shown wrong is not kept.
  const status = learnedBook.status.isDoubted === true ? learnedBook.status : book.status;
  const { seenStatus } = book;
  const claims = confirmClaims(book, view);
  const updatedBook = { ...learnedBook, status, seenStatus, claims, epoch: world.epoch };
  const worldWithHabits = withShownHabits(book, shownBook.attributes, world);
  return { ...worldWithHabits, books: world.books.set(book.id, updatedBook) };
}

function withForeignBook(world: World, id: string, externalId: unknown): World {
  if (!isCompleteHistory(world) || world.books.has(id)) return world;
  const foreignBookIds = world.foreignBookIds.set(id, true);
  if (typeof externalId !== 'string') return { ...world, foreignBookIds };
  return {
    ...world,
    foreignBookIds,
    usedMarks: world.usedMarks.set(externalIdMark(externalId), true),
  };
}

function learnFromLookup(question: Question, world: World): World {
  const shownBook = readBook(question.exchange.response?.body);
  if (shownBook === undefined) return world;
  const { id, attributes } = shownBook;
  const book = world.books.get(id);
  if (book === undefined) return withForeignBook(world, id, attributes['externalId']);
  const hasLeftDraft = isKnown(book, question) && showsPublish(book, attributes['status']);
  if (!hasLeftDraft) return world;
  const status = { ...book.status, current: predictStatus(book, attributes['status']) };
  // Calls before the publish made the book a draft, and cannot have made it one again.
  const claims = book.claims.filter(
    ({ field, previous }) => field !== 'status' || previous === undefined,
  );
  return { ...world, books: world.books.set(id, { ...book, status, claims }) };
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

function learnFromList(list: JudgedPage, question: Question, world: World): World {
  const { query, items, direction, isMiscounted } = list;
  const books = items.reduce((knownBooks, { id, attributes }) => {
    const book = knownBooks.get(id);
    const { createdAt, updatedAt } = attributes;
    if (book === undefined || !isKnown(book, question)) return knownBooks;
    if (typeof createdAt !== 'string' || typeof updatedAt !== 'string') return knownBooks;
    const areFinal = question.lagTime - book.writtenAt > question.world.options.lag;
    return knownBooks.set(id, { ...book, times: { createdAt, updatedAt, areFinal } });
  }, world.books);
  const worldWithForeignBooks = items.reduce(
    (learnedWorld, { id, attributes }) =>
      withForeignBook(learnedWorld, id, attributes['externalId']),
    world,
  );
  const { account } = question.exchange.request;
  return {
    ...worldWithForeignBooks,
    books,
    sortDirections:
      direction === undefined || world.sortDirections.has(query.sort)
        ? world.sortDirections
        : world.sortDirections.set(query.sort, direction),
    lastPages: withPage(list, question),
    miscountedAccounts: isMiscounted
      ? world.miscountedAccounts.set(account, true)
      : world.miscountedAccounts.delete(account),
  };
}
