/** Reading, unpublishing and deleting a book. */
import { existenceGrounds, hasNoOtherStatus, isCertain } from './book-grounds.ts';
import { emptyBodyGrounds } from './body-grounds.ts';
import { decides, may, must, statusRefusal, type Expectation, type Ground } from './grounds.ts';
import type { Question } from './question.ts';

export function expectRead(question: Question): Expectation {
  return {
    grounds: existenceGrounds(question, 'read.unknown-404'),
    otherRefusal: 'read.unknown-404',
    accepts: {
      statuses: [200],
      status: 'read.answers-200',
      refused: () => ['read.answers-200'],
    },
  };
}

export function expectUnpublish(question: Question): Expectation {
  return {
    grounds: [
      ...existenceGrounds(question, 'unpublish.unknown-404'),
      ...emptyBodyGrounds(question.call),
      ...(isCertain(question) ? withdrawGrounds(question) : []),
    ],
    accepts: {
      statuses: '2xx',
      status: 'unpublish.withdraws',
      refused: () => ['unpublish.withdraws', 'flow.withdraw-and-delete'],
    },
  };
}

/** Only a book that was last seen published is certain to be withdrawn. */
function withdrawGrounds({ book }: Question): readonly Ground[] {
  const seen = book?.seenStatus;
  if (seen === 'published') return [];
  return [(seen === undefined ? may : decides)('unpublish.from-other', ...statusRefusal)];
}

/** In which statuses a delete is refused is open, unless the answer is known beforehand. */
function stateGrounds(question: Question): readonly Ground[] {
  if (hasNoOtherStatus(question)) return [];
  const seen = question.book?.seenStatus;
  const chosen = question.world.readings.get('delete.refused-states')?.size === 1;
  const under = seen === 'published' || seen === 'in_review';
  return chosen && under && isCertain(question)
    ? [must('delete.refused-409', [409])]
    : [may('delete.refused-states', 409)];
}

export function expectDelete(question: Question): Expectation {
  return {
    grounds: [
      ...existenceGrounds(question, 'delete.unknown-404'),
      ...emptyBodyGrounds(question.call),
      ...stateGrounds(question),
    ],
    accepts: {
      statuses: '2xx',
      status: 'delete.deletes',
      refused: () => ['delete.deletes', 'flow.withdraw-and-delete'],
    },
    otherRefusal: 'delete.refused-409',
    openRefusal: 'delete.refused-409',
  };
}
