/** The status after a publish, which the service queues: the document does not say when it shows. */
import { allows, type Book, exactly, isSameStatus, type PossibleValues } from '../world/index.ts';

const draft = exactly('draft');

/** Returns the book after a publish that was accepted, or may have been if `wasAccepted` is false. */
export function withQueuedPublish(book: Book, wasAccepted: boolean): Book {
  const { count, statusesBefore } = book.queuedPublishes ?? {
    count: 0,
    // The status of a book that is not published says nothing if the publish may have had no effect.
    statusesBefore: wasAccepted ? book.status.current : draft,
  };
  const queuedPublishes = { count: wasAccepted ? count + 1 : Math.max(1, count), statusesBefore };
  return { ...book, queuedPublishes };
}

/** Statuses that show nothing of a publish: the one before it, and the one that an unpublish results in. */
const otherStatuses: readonly string[] = ['draft', 'withdrawn'];

/** Returns the book without the queued publish whose effect a shown status proves. */
export function withShownPublish(book: Book, shownStatus: unknown): Book {
  const { queuedPublishes } = book;
  if (queuedPublishes === undefined || typeof shownStatus !== 'string') return book;
  const { count, statusesBefore } = queuedPublishes;
  const isProof =
    !otherStatuses.includes(shownStatus) && !allows(statusesBefore, shownStatus, isSameStatus);
  if (!isProof) return book;
  const remaining = { count: count - 1, statusesBefore: exactly(shownStatus) };
  return { ...book, queuedPublishes: remaining.count === 0 ? undefined : remaining };
}

/**
 * Returns the statuses of a book after a call that makes it a draft. The status of an earlier publish may arrive
 * afterwards, as long as no response has shown it.
 */
export function getDraftStatuses(book: Book): PossibleValues {
  return book.queuedPublishes === undefined ? draft : getLateStatuses(book);
}

/** Returns the statuses that a book may have while a publish is queued. */
export function getLateStatuses({ wasUnpublished }: Pick<Book, 'wasUnpublished'>): PossibleValues {
  return { except: wasUnpublished ? [] : ['withdrawn'] };
}
