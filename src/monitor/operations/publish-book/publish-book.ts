/** POST publish: what is expected of a publish, and what it does. */
import {
  getEffectTime,
  withoutFinalFlag,
  withQueuedPublish,
  withStatus,
} from '../../book-state/index.ts';
import type { Question } from '../../grounds/index.ts';
import { anyValue, type Book } from '../../world/index.ts';
import { applyToBook } from '../book-call.ts';
import type { MonitoredOperation } from '../operation.ts';
import { expectPublish } from './expect-publish.ts';

/** POST publish. */
export const publishOperation: MonitoredOperation = {
  expect: expectPublish,
  apply: (effect) =>
    applyToBook(effect, {
      change: applyPublish,
      claimRefused: () => [{ requirement: 'publish.refused-keeps-status', field: 'status' }],
      claimNoEffect: (requirement) => [{ requirement, field: 'status' }],
    }),
};

/** The document does not say which status follows a publish, and when. */
function applyPublish(book: Book, question: Question, wasAccepted: boolean): Book {
  const moment = getEffectTime(question, wasAccepted);
  const queuedBook = withQueuedPublish(withoutFinalFlag(book, moment), wasAccepted);
  const publishedBook = withStatus(queuedBook, anyValue, moment);
  return { ...publishedBook, wasPublished: true };
}
