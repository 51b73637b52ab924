/** GET of a book: what is expected of a read, and what it shows. */
import type { JsonObject } from '../../contract/json-pointer.ts';
import {
  existenceGrounds,
  type Expectation,
  isCertain,
  mayHaveDisappeared,
  type Question,
} from '../grounds/index.ts';
import { readBook } from '../responses.ts';
import {
  conforms,
  judgeChapterOrder,
  judgeView,
  learnBook,
  noVerdicts,
  readBookAnswers,
  readStatusChange,
  readStatusHabits,
  type Verdicts,
  type View,
  withNewBookStatus,
} from '../views/index.ts';
import { withoutState, type World } from '../world/index.ts';
import type { Effect, MonitoredOperation } from './operation.ts';
import { createView, judgeId, withForeignBook, withShownHabits } from './shown-book.ts';

/** GET of a book by its id. */
export const readOperation: MonitoredOperation = {
  expect: expectRead,
  judge: ({ question }) => judgeRead(question),
  learn: (effect, after) =>
    effect.outcome === 'accepted'
      ? learnFromRead(effect.question, after)
      : withDoubt(effect, after),
};

function expectRead(question: Question): Expectation {
  return {
    grounds: existenceGrounds(question, 'read.unknown-404'),
    brokenByOtherStatus: 'read.unknown-404',
  };
}

function judgeRead(question: Question): Verdicts {
  const { call, book, exchange } = question;
  const envelope = readBook(exchange.response?.body);
  if (envelope === undefined) return noVerdicts;
  const otherId = judgeId(envelope.id, call);
  if (otherId.length > 0) return { judgements: otherId, readings: [] };
  const idJudgement = conforms('id.same-everywhere', 'the id that was asked for');
  if (!isCertain(question) || book === undefined) {
    return { judgements: [idJudgement], readings: [] };
  }
  const { attributes } = envelope;
  return {
    judgements: [
      idJudgement,
      ...judgeView(book, createReadView(attributes, question)),
      ...judgeChapterOrder(attributes['chapters'], question),
    ],
    readings: [
      ...readBookAnswers(book, attributes),
      ...readStatusChange(book, attributes['status'], readStatusHabits(question)),
    ],
  };
}

function createReadView(attributes: JsonObject, question: Question): View {
  const statusHabits = readStatusHabits(question);
  return { ...createView(attributes, 'read.changes-nothing'), statusHabits };
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
  const learnedBook = learnBook(book, createReadView(shownBook.attributes, question));
  const mayBeDeleted = isStale || book.deleted === 'maybe';
  const isOpen = book.mayDisappear || (mayBeDeleted && mayShowDeleted(world));
  const deleted = isOpen ? 'maybe' : 'no';
  const worldWithStatus = withNewBookStatus(book, shownBook.attributes['status'], world);
  const worldWithHabits = withShownHabits(book, shownBook.attributes, worldWithStatus);
  return {
    ...worldWithHabits,
    books: world.books.set(book.id, { ...learnedBook, deleted, epoch: world.epoch }),
  };
}

/** True if this service may return a deleted book. */
function mayShowDeleted({ readings }: World): boolean {
  const deletedReadings = readings.get('not-found.deleted');
  return deletedReadings === undefined || deletedReadings.has('200');
}

/**
 * Marks a book as possibly deleted once a read did not find it, so that this drift is reported only once. After a delete
 * with 202, such a read shows that the book is gone.
 */
function withDoubt({ question, outcome }: Effect, world: World): World {
  const { book, exchange } = question;
  const status = exchange.response?.status;
  const isNotFound = outcome === 'refused' && (status === 404 || status === 410);
  if (!isNotFound || book === undefined) return world;
  const isGone = mayHaveDisappeared(question);
  if (!isGone && !isCertain(question)) return world;
  const deleted = isGone ? 'yes' : 'maybe';
  return { ...world, books: world.books.set(book.id, { ...book, deleted }) };
}
