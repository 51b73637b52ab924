/** POST unpublish: what is expected of it, and what it does. */
import { getEffectTime, withoutFinalFlag, withStatus } from '../book-state/index.ts';
import {
  decides,
  emptyBodyGrounds,
  existenceGrounds,
  type Expectation,
  type Ground,
  isCertain,
  may,
  type Question,
  statusRefusal,
} from '../grounds/index.ts';
import { anyValue, type Book, exactly, withClaims } from '../world/index.ts';
import { applyToBook } from './book-call.ts';
import type { MonitoredOperation } from './operation.ts';

/** POST unpublish. */
export const unpublishOperation: MonitoredOperation = {
  expect: expectUnpublish,
  apply: (effect) =>
    applyToBook(effect, {
      change: applyUnpublish,
      claimNoEffect: (requirement) => [{ requirement, field: 'status' }],
    }),
};

function expectUnpublish(question: Question): Expectation {
  return {
    grounds: [
      ...existenceGrounds(question, 'unpublish.unknown-404'),
      ...emptyBodyGrounds(question.call),
      ...(isCertain(question) ? unpublishStatusGrounds(question) : []),
    ],
    accepts: {
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

/** Applies an unpublish: a published book gets another status, soon, or after a 202 at any time. */
function applyUnpublish(book: Book, question: Question, wasAccepted: boolean): Book {
  const moment = getEffectTime(question, wasAccepted);
  const takesTime = question.exchange.response?.status === 202;
  const isWithdrawn = book.seenStatus === 'published' && moment.isCertain && !takesTime;
  const status = isWithdrawn ? { except: ['published'] } : anyValue;
  const bookWithStatus = withStatus(withoutFinalFlag(book, moment), status, moment);
  const updatedBook = { ...bookWithStatus, wasPublished: true, wasUnpublished: true };
  return isWithdrawn
    ? withClaims(updatedBook, [
        { requirement: 'unpublish.withdraws', field: 'status', previous: exactly('published') },
      ])
    : updatedBook;
}
