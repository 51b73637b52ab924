/** POST publish and unpublish: validates a book and queues it for review, or withdraws it. */
import { changeBook, findBook } from '../changes.ts';
import { findContentConcerns, findPublishConcerns } from '../concerns/index.ts';
import type { Book } from '../book/index.ts';
import type { Call, Operate, Parts } from '../replaceable-parts/index.ts';
import { applyReading, refuseIfAny } from '../readings/index.ts';

export const publishBook: Operate = async (call, parts) => {
  const find = () => findBook(call, parts, 'publish.unknown-404');
  const decide = async (book: Book): Promise<Book> => {
    const concerns = [
      ...findPublishConcerns(book, call, parts),
      ...(await findContentConcerns(book.files, 'publish', parts)),
    ];
    const reported = { all: concerns, first: concerns.slice(0, 1) };
    refuseIfAny(reported[parts.readings['publish.aggregation']]);
    return submit(book, call, parts);
  };
  await changeBook(find, decide, { call, parts });
  return parts.present.publish();
};

function submit(book: Book, call: Call, parts: Parts): Book {
  const { readings, rules, durations } = parts;
  if (book.status !== 'draft') {
    const reason = `The book is ${book.status}; only a draft can be published.`;
    refuseIfAny(applyReading(readings, 'publish.not-draft', { name: 'status', reason }));
  }
  const status = rules.getStatusAfterPublish(book.status);
  // A book that is published or in review is not published again.
  if (status === book.status && status !== 'draft') return book;
  // A review that is in progress goes on.
  if (book.reviewedAt !== undefined) return book;
  const isFinalVersion = book.isFinalVersion && readings['book.is-final-version.reset'] === 'stays';
  const isAsync = readings['publish.async'] === 'yes' && status !== 'published';
  return {
    ...book,
    status,
    isFinalVersion,
    ...(isAsync ? { reviewedAt: call.now + durations.reviewMs } : {}),
  };
}

export const unpublishBook: Operate = async (call, parts) => {
  const find = () => findBook(call, parts, 'unpublish.unknown-404');
  await changeBook(find, (book) => withdraw(book, parts), { call, parts });
  return parts.present.unpublish();
};

function withdraw(book: Book, { readings, rules }: Parts): Book {
  const { reviewedAt, ...fields } = book;
  if (!rules.isWithdrawable(book.status) && reviewedAt === undefined) {
    const reason = `A book that is ${book.status} cannot be withdrawn.`;
    refuseIfAny(applyReading(readings, 'unpublish.from-other', { reason }));
    return book;
  }
  return { ...fields, status: rules.getStatusAfterUnpublish() };
}
