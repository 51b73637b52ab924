/** GET, POST unpublish and DELETE of a book: whether they must, may or must not be refused. */
import { existenceGrounds, hasNoOtherStatus, isCertain } from './book-grounds.ts';
import { emptyBodyGrounds } from './body-grounds.ts';
import { decides, may, must, statusRefusal, type Expectation, type Ground } from './grounds.ts';
import type { Question } from './question.ts';

export function expectRead(question: Question): Expectation {
  return {
    grounds: existenceGrounds(question, 'read.unknown-404'),
    brokenByOtherStatus: 'read.unknown-404',
    accepts: {
      statuses: [200],
      statusRequirement: 'read.answers-200',
    },
  };
}

export function expectUnpublish(question: Question): Expectation {
  return {
    grounds: [
      ...existenceGrounds(question, 'unpublish.unknown-404'),
      ...emptyBodyGrounds(question.call),
      ...(isCertain(question) ? unpublishStatusGrounds(question) : []),
    ],
    accepts: {
      statuses: '2xx',
      statusRequirement: 'unpublish.withdraws',
      brokenByRefusal: () => ['unpublish.withdraws', 'flow.withdraw-and-delete'],
    },
  };
}

/** Only a book that was last seen published must be withdrawn. */
function unpublishStatusGrounds({ book }: Question): readonly Ground[] {
  const status = book?.seenStatus;
  if (status === 'published') return [];
  return [(status === undefined ? may : decides)('unpublish.from-other', ...statusRefusal)];
}

/** The document does not say in which statuses a delete is refused. The reading may be known already. */
function deleteStatusGrounds(question: Question): readonly Ground[] {
  if (hasNoOtherStatus(question)) return [];
  const status = question.book?.seenStatus;
  const isReadingKnown = question.world.readings.get('delete.refused-states')?.size === 1;
  const isLocked = status === 'published' || status === 'in_review';
  return isReadingKnown && isLocked && isCertain(question)
    ? [must('delete.refused-409', [409])]
    : [may('delete.refused-states', 409)];
}

export function expectDelete(question: Question): Expectation {
  return {
    grounds: [
      ...existenceGrounds(question, 'delete.unknown-404'),
      ...emptyBodyGrounds(question.call),
      ...deleteStatusGrounds(question),
    ],
    accepts: {
      statuses: '2xx',
      statusRequirement: 'delete.deletes',
      brokenByRefusal: () => ['delete.deletes', 'flow.withdraw-and-delete'],
    },
    brokenByOtherStatus: 'delete.refused-409',
  };
}
