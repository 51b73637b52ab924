/** DELETE of a book: what is expected of it, and what it does. */
import type { StatedId } from '../../contract/requirements.ts';
import { getEffectTime, withStatus } from '../book-state/index.ts';
import {
  emptyBodyGrounds,
  existenceGrounds,
  type Expectation,
  type Ground,
  hasNoOtherStatus,
  isCertain,
  may,
  must,
  type Question,
} from '../grounds/index.ts';
import { anyValue, type Book, type Claim, existence } from '../world/index.ts';
import { applyToBook } from './book-call.ts';
import type { MonitoredOperation } from './operation.ts';

/** DELETE of a book. */
export const deleteOperation: MonitoredOperation = {
  expect: expectDelete,
  apply: (effect) =>
    applyToBook(effect, {
      change: applyDelete,
      claimRefused: () => [
        { requirement: 'delete.refused-changes-nothing', field: '*' },
        ...claimDeleteHasNoEffect('delete.refused-changes-nothing'),
      ],
      claimNoEffect: claimDeleteHasNoEffect,
    }),
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
  if (hasNoOtherStatus(question) && question.book?.wasPublished !== true) return [];
  const status = question.book?.seenStatus;
  const isReadingKnown = question.world.readings.get('delete.refused-states')?.size === 1;
  const isLocked = status === 'published' || status === 'in_review';
  return isReadingKnown && isLocked && isCertain(question)
    ? [must('delete.refused-409', [409])]
    : [may('delete.refused-states', 409)];
}

function applyDelete(book: Book, question: Question, wasAccepted: boolean): Book {
  const moment = getEffectTime(question, wasAccepted);
  return {
    ...withStatus(book, anyValue, moment),
    // A deleted book stays deleted, even if other calls were in flight.
    deleted: wasAccepted || book.deleted === 'yes' ? 'yes' : 'maybe',
    changedAt: moment.at,
  };
}

function claimDeleteHasNoEffect(requirement: StatedId): readonly Claim[] {
  return [
    { requirement, field: 'status' },
    { requirement, field: existence },
  ];
}
