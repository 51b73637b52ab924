/** DELETE of a book: what is expected of it, and what it does. */
import type { StatedId } from '../../contract/requirements.ts';
import { getEffectTime, withStatus } from '../book-state/index.ts';
import {
  decides,
  emptyBodyGrounds,
  existenceGrounds,
  type Expectation,
  type Ground,
  isCertain,
  isDraft,
  isUnknownBook,
  may,
  must,
  type Question,
  refusalHabit,
} from '../grounds/index.ts';
import {
  anyValue,
  type Book,
  type Claim,
  existence,
  getHabit,
  withHabit,
  type World,
} from '../world/index.ts';
import { applyToBook } from './book-call.ts';
import type { Effect, MonitoredOperation } from './operation.ts';

/** DELETE of a book. */
export const deleteOperation: MonitoredOperation = {
  expect: expectDelete,
  apply: (effect) =>
    applyToBook(effect, {
      change: applyDelete,
      claimRefused: claimDeleteRefused,
      claimNoEffect: claimDeleteHasNoEffect,
    }),
  learn: learnFromDelete,
};

function expectDelete(question: Question): Expectation {
  return {
    grounds: [
      ...existenceGrounds(question, 'delete.unknown-404'),
      ...emptyBodyGrounds(question.call),
      ...deleteStatusGrounds(question),
    ],
    accepts: {
      brokenByRefusal: () => ['delete.deletes', 'flow.withdraw-and-delete'],
    },
    brokenByOtherStatus: 'delete.refused-409',
  };
}

/**
 * The document does not say in which statuses a delete is refused, nor whether a book that was ever published counts as
 * a draft. The reading may be known already.
 */
function deleteStatusGrounds(question: Question): readonly Ground[] {
  if (isUnknownBook(question)) return [];
  if (isNewDraft(question)) return draftGrounds(question);
  const status = question.book?.seenStatus;
  const isReadingKnown = question.world.readings.get('delete.refused-states')?.size === 1;
  const isLocked = status === 'published' || status === 'in_review';
  return isReadingKnown && isLocked && isCertain(question)
    ? [must('delete.refused-409', [409])]
    : [may('delete.refused-states', 409)];
}

/** Returns whether the book is a draft that was never published. */
function isNewDraft(question: Question): boolean {
  return isDraft(question) && question.book?.wasPublished !== true;
}

const deletesOfWithdrawnBooks = 'a delete of a withdrawn book';

/**
 * A service may refuse to delete drafts. It must not if it has deleted one before, or if it refuses to delete withdrawn
 * books as well, because books can be deleted.
 */
function draftGrounds({ world }: Question): readonly Ground[] {
  const mustDelete =
    world.readings.get('delete.draft')?.has('accepted') === true ||
    getHabit(world, deletesOfWithdrawnBooks) === refusalHabit;
  return mustDelete ? [] : [decides('delete.draft', 409)];
}

function learnFromDelete({ question, outcome }: Effect, world: World): World {
  const isWithdrawn = isCertain(question) && question.book.seenStatus === 'withdrawn';
  if (!isWithdrawn || outcome === 'unclear') return world;
  const habit = outcome === 'refused' ? refusalHabit : 'accepts';
  return withHabit(world, deletesOfWithdrawnBooks, habit);
}

function applyDelete(book: Book, question: Question, wasAccepted: boolean): Book {
  const moment = getEffectTime(question, wasAccepted);
  const takesTime = question.exchange.response?.status === 202;
  return {
    ...withStatus(book, anyValue, moment),
    // A deleted book stays deleted, even if other calls were in flight.
    deleted: (wasAccepted && !takesTime) || book.deleted === 'yes' ? 'yes' : 'maybe',
    mayDisappear: takesTime || book.mayDisappear,
    changedAt: moment.at,
  };
}

/** A delete that does not find the book cannot have removed it: an earlier call has. */
function claimDeleteRefused({ exchange }: Question): readonly Claim[] {
  const requirement = 'delete.refused-changes-nothing';
  const status = exchange.response?.status;
  const isNotFound = status === 404 || status === 410;
  return [
    { requirement, field: '*' },
    ...claimDeleteHasNoEffect(requirement).filter(
      ({ field }) => field !== existence || !isNotFound,
    ),
  ];
}

function claimDeleteHasNoEffect(requirement: StatedId): readonly Claim[] {
  return [
    { requirement, field: 'status' },
    { requirement, field: existence },
  ];
}
