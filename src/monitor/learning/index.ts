/** Learns facts from responses that do not follow from the effects of their calls. */
import type { Effect } from '../effects/index.ts';
import {
  externalIdMark,
  isCertain,
  isMust,
  refusing,
  type Question,
} from '../expectations/index.ts';
import {
  confirmClaims,
  isKnown,
  learnBook,
  statusAfter,
  withPage,
  type ListFindings,
  type View,
} from '../judging/index.ts';
import { readBook } from '../responses/index.ts';
import {
  allows,
  anything,
  clientFields,
  isCompleteHistory,
  onlyValue,
  sameIn,
  sameStatus,
  withHabit,
  withoutState,
  type Book,
  type World,
} from '../world/index.ts';

/**
 * Returns the world with everything that a response shows.
 * @param after the world with the effects of the call
 * @param list the page that the response was judged as, if it is one
 */
export function learnFromResponse(
  effect: Effect,
  after: World,
  list: ListFindings | undefined,
): World {
  const { question, outcome } = effect;
  const world = withRefusedKind(effect, withValidKey(effect, after));
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

/** A book that a read does not find is reported once; after that, it may be deleted. */
function withDoubt({ question, outcome }: Effect, world: World): World {
  const { book, exchange } = question;
  const status = exchange.response?.status;
  const gone = outcome === 'refused' && (status === 404 || status === 410);
  if (!gone || !isCertain(question) || book === undefined) return world;
  return { ...world, books: world.books.set(book.id, { ...book, deleted: 'maybe' }) };
}

/** A refusal with a single possible reason shows which calls this service refuses. */
function withRefusedKind({ question, expectation, outcome }: Effect, world: World): World {
  const [ground, ...others] = expectation?.grounds ?? [];
  const status = question.exchange.response?.status ?? 0;
  if (outcome !== 'refused' || ground === undefined || others.length > 0) return world;
  if (isMust(ground) || ground.consistent === undefined || !ground.statuses.includes(status))
    return world;
  return withHabit(world, ground.consistent.kind, refusing);
}

function withValidKey({ question, outcome }: Effect, world: World): World {
  const { key, account } = question.exchange.request;
  if (outcome !== 'accepted' || key === 'none' || question.call.operation === 'putFile')
    return world;
  return world.validKeys.has(account)
    ? world
    : { ...world, validKeys: world.validKeys.set(account, true) };
}

function learnFromRead(question: Question, world: World): World {
  const shown = readBook(question.exchange.response?.body);
  if (shown === undefined) return world;
  const stored = world.books.get(shown.id);
  if (stored === undefined) return withForeign(world, shown.id, shown.attributes['externalId']);
  const book = forgetOlderState(stored, question);
  // A read that overlaps with a write, or follows a gap, proves only what is certain.
  if (question.disturbed || !book.own || book.deleted === 'yes') return world;
  const found = learnBook(book, createView(shown.attributes));
  const stale = stored.epoch !== world.epoch;
  const open = stale || book.deleted === 'maybe';
  const deleted = open && mayShowDeleted(world) ? 'maybe' : 'no';
  const knowing = withShownHabits(book, shown.attributes, world);
  return {
    ...knowing,
    books: world.books.set(book.id, { ...found, deleted, epoch: world.epoch }),
  };
}

/** Records how the service handles updates whose result the document leaves open. */
function withShownHabits(
  { fields }: Book,
  attributes: Readonly<Record<string, unknown>>,
  world: World,
): World {
  return clientFields.reduce((known, name) => {
    const { choice } = fields[name];
    if (choice === undefined) return known;
    const shown = Object.entries(choice.byHabit).filter(([, value]) =>
      allows(value, attributes[name] ?? null, sameIn(name)),
    );
    const [habit, ...others] = shown.map(([one]) => one);
    return habit === undefined || others.length > 0
      ? known
      : withHabit(known, choice.subject, habit);
  }, world);
}

/** True if this service may return a deleted book. */
function mayShowDeleted({ readings }: World): boolean {
  const seen = readings.get('not-found.deleted');
  return seen === undefined || seen.has('200');
}

/** The state of a book that was known before a gap is learned again. */
function forgetOlderState(book: Book, { world, lagTime }: Question): Book {
  return book.epoch === world.epoch ? book : withoutState(book, lagTime);
}

function createView(attributes: View['attributes']): View {
  return { attributes, pointer: '', blame: 'read.changes-nothing', lag: undefined };
}

/** The envelope in the response to a write shows the book after the write. */
function learnFromEnvelope(question: Question, world: World): World {
  const shown = readBook(question.exchange.response?.body);
  const book = shown && world.books.get(shown.id);
  const addressed = question.call.bookId ?? shown?.id;
  if (!shown || !book?.own || book.deleted !== 'no' || addressed !== shown.id) return world;
  const isStale = book.epoch !== world.epoch && !question.disturbed;
  const certain = question.call.operation === 'createBook' || isStale || isCertain(question);
  if (!certain) return world;
  const view = createView(shown.attributes);
  const found = learnBook(book, view);
  // A later read is judged again, so the claims stay, and the status unless it was wrong already.
  const status = found.status.doubted === true ? found.status : book.status;
  const { seenStatus } = book;
  const claims = confirmClaims(book, view);
  const known = { ...found, status, seenStatus, claims, epoch: world.epoch };
  const knowing = withShownHabits(book, shown.attributes, world);
  return { ...knowing, books: world.books.set(book.id, known) };
}

function withForeign(world: World, id: string, externalId: unknown): World {
  if (!isCompleteHistory(world) || world.books.has(id)) return world;
  const known = world.foreign.set(id, true);
  if (typeof externalId !== 'string') return { ...world, foreign: known };
  return { ...world, foreign: known, used: world.used.set(externalIdMark(externalId), true) };
}

function learnFromLookup(question: Question, world: World): World {
  const shown = readBook(question.exchange.response?.body);
  if (shown === undefined) return world;
  const { id, attributes } = shown;
  const book = world.books.get(id);
  if (book === undefined) return withForeign(world, id, attributes['externalId']);
  const hasLeft = isKnown(book, question) && showsPublish(book, attributes['status']);
  if (!hasLeft) return world;
  const status = { ...book.status, now: statusAfter(book, attributes['status']) };
  // Calls before the publish made the book a draft, and cannot have made it one again.
  const claims = book.claims.filter(({ field, was }) => field !== 'status' || was === undefined);
  return { ...world, books: world.books.set(id, { ...book, status, claims }) };
}

/** A lookup may lag, but a draft that shows another status after a publish is no longer a draft. */
function showsPublish({ status, wasPublished }: Book, seen: unknown): boolean {
  const before = onlyValue(status.before ?? anything)?.value;
  const isOther = typeof seen === 'string' && seen !== 'draft';
  return wasPublished && isOther && before === 'draft' && allows(status.now, seen, sameStatus);
}

function learnFromList(list: ListFindings, question: Question, world: World): World {
  const { query, items, direction, miscounted } = list;
  const books = items.reduce((all, { id, attributes }) => {
    const book = all.get(id);
    const { createdAt, updatedAt } = attributes;
    if (book === undefined || !isKnown(book, question)) return all;
    if (typeof createdAt !== 'string' || typeof updatedAt !== 'string') return all;
    const { times } = book;
    const final = question.lagTime - book.writtenAt > question.world.options.lag;
    const same =
      times?.final === final && times.created === createdAt && times.updated === updatedAt;
    return same
      ? all
      : all.set(id, { ...book, times: { created: createdAt, updated: updatedAt, final } });
  }, world.books);
  const withStrangers = items.reduce(
    (made, { id, attributes }) => withForeign(made, id, attributes['externalId']),
    world,
  );
  const { account } = question.exchange.request;
  return {
    ...withStrangers,
    books,
    directions:
      direction === undefined || world.directions.has(query.sort)
        ? world.directions
        : world.directions.set(query.sort, direction),
    pages: withPage(list, question),
    miscounted: miscounted ? world.miscounted.set(account, true) : world.miscounted.delete(account),
  };
}
