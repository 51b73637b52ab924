/** Judges the book in the response to a create or an update, and learns from full books. */
import { isObject, type JsonObject } from '../../contract/json-pointer.ts';
import type { Call } from '../call.ts';
import { externalIdMark, isCertain, type Question, readSentFields } from '../grounds/index.ts';
import { readBook, readCreatedId } from '../responses.ts';
import {
  confirmClaims,
  drifts,
  judgeChapterOrder,
  type Judgement,
  judgeView,
  learnBook,
  readBookAnswers,
  readChapterOrder,
  type Verdicts,
  type View,
} from '../views/index.ts';
import {
  allows,
  type Book,
  getComparison,
  isCompleteHistory,
  type PossibleValues,
  withHabit,
  type World,
} from '../world/index.ts';
import type { Effect } from './operation.ts';

/** What a response to a create or an update is compared with. */
interface WriteView {
  readonly silence: 'create.response' | 'update.response';
  /** The requirement that a mismatch breaks if no claim names another one. */
  readonly defaultRequirement: View['defaultRequirement'];
  /** True if the state of the book is known well enough. */
  readonly isComparable: boolean;
  /** The status that the response must show, although the book may have another one afterwards. */
  readonly status?: PossibleValues | undefined;
}

/** Judges the response to a create or an update, which may show the book after the call. */
export function judgeWrite(effect: Effect, after: World, view: WriteView): Verdicts {
  const { question } = effect;
  const { call, exchange } = question;
  const body = exchange.response?.body;
  const { silence, status } = view;
  const envelope = readBook(body);
  const readings = isObject(body)
    ? [{ silence, reading: envelope === undefined ? 'walkthrough' : 'reference' } as const]
    : [];
  const otherId = judgeId(readCreatedId(body), call);
  if (otherId.length > 0) return { judgements: otherId, readings };
  if (envelope === undefined) return { judgements: [], readings };
  const book = after.books.get(envelope.id);
  const isCurrent = book?.isOwn === true && book.epoch === after.epoch;
  if (!isCurrent || !view.isComparable) return { judgements: [], readings };
  const { attributes } = envelope;
  const judgedBook = status ? { ...book, status: { ...book.status, current: status } } : book;
  return {
    judgements: [
      ...judgeView(judgedBook, createView(attributes, view.defaultRequirement)),
      ...judgeChapterOrder(attributes['chapters'], question),
    ],
    readings: [
      ...readings,
      ...readChapterOrder(attributes['chapters'], question),
      ...readBookAnswers(book, attributes),
    ],
  };
}

/** Returns a drift if a response shows another book than the requested one. */
export function judgeId(shownId: string | undefined, { bookId, ids }: Call): readonly Judgement[] {
  if (bookId === undefined || shownId === undefined || ids === 'malformed') return [];
  const difference = { expected: `the id ${bookId}`, actual: shownId, pointer: '/data/id' };
  return shownId === bookId ? [] : [drifts('id.same-everywhere', difference)];
}

export function createView(
  attributes: View['attributes'],
  defaultRequirement: View['defaultRequirement'],
  lag?: View['lag'],
): View {
  return { attributes, defaultRequirement, lag, pointer: '/data/attributes' };
}

/** Learns from the envelope in the response to a write, which shows the book after the write. */
export function learnFromEnvelope({ question, outcome }: Effect, world: World): World {
  const shownBook = outcome === 'accepted' ? readBook(question.exchange.response?.body) : undefined;
  const book = shownBook && world.books.get(shownBook.id);
  const addressedId = question.call.bookId ?? shownBook?.id;
  if (!shownBook || !book?.isOwn || book.deleted !== 'no' || addressedId !== shownBook.id)
    return world;
  const isStale = book.epoch !== world.epoch && !question.isDisturbed;
  const provesState = question.call.operation === 'createBook' || isStale || isCertain(question);
  if (!provesState) {
    const claims = confirmSentValues(book, shownBook.attributes, question);
    return { ...world, books: world.books.set(book.id, { ...book, claims }) };
  }
  const view = createView(shownBook.attributes, 'read.changes-nothing');
  const learnedBook = learnBook(book, view);
  // The next read must still prove the claims and the status. A status that was shown wrong is not kept.
  const status = learnedBook.status.isDoubted === true ? learnedBook.status : book.status;
  const { seenStatus } = book;
  const claims = confirmClaims(book, view);
  const updatedBook = { ...learnedBook, status, seenStatus, claims, epoch: world.epoch };
  const worldWithHabits = withShownHabits(book, shownBook.attributes, world);
  return { ...worldWithHabits, books: world.books.set(book.id, updatedBook) };
}

/** Marks the claims of the values that an update sent and shows, which holds although other calls are in flight. */
function confirmSentValues(
  { claims }: Book,
  attributes: JsonObject,
  question: Question,
): Book['claims'] {
  const fields = readSentFields(question) ?? {};
  return claims.map((claim) =>
    claim.previous !== undefined &&
    claim.field in fields &&
    getComparison(claim.field)(fields[claim.field], attributes[claim.field])
      ? { ...claim, isConfirmed: true }
      : claim,
  );
}

/** Records the habit that the read proves: how the service handles updates whose result the document leaves open. */
export function withShownHabits({ fields }: Book, attributes: JsonObject, world: World): World {
  return Object.entries(fields).reduce((learnedWorld, [name, { choice }]) => {
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

export function withForeignBook(world: World, id: string, externalId: unknown): World {
  if (!isCompleteHistory(world) || world.books.has(id)) return world;
  const foreignBookIds = world.foreignBookIds.set(id, true);
  if (typeof externalId !== 'string') return { ...world, foreignBookIds };
  return {
    ...world,
    foreignBookIds,
    usedMarks: world.usedMarks.set(externalIdMark(externalId), true),
  };
}
