/** POST publish and unpublish: the final validation, the queue, and back. */
import { changeBook, findBook } from '../changes/index.ts';
import { contentConcerns, publishConcerns } from '../concerns/index.ts';
import type { Book } from '../book/index.ts';
import type { Call, Operate, SandboxParts } from '../parts/index.ts';
import { open, refuseFor } from '../readings/index.ts';

export const publishBook: Operate = async (call, parts) => {
  const find = () => findBook(call, parts, 'publish.unknown-404');
  const decide = async (book: Book): Promise<Book> => {
    const concerns = [
      ...publishConcerns(book, call, parts),
      ...(await contentConcerns(book.files, 'publish', parts)),
    ];
    refuseFor(
      { all: concerns, first: concerns.slice(0, 1) }[parts.readings['publish.aggregation']],
    );
    return published(book, call, parts);
  };
  await changeBook(find, decide, { call, parts });
  return parts.present.published();
};

function published(book: Book, call: Call, parts: SandboxParts): Book {
  const { readings, rules, measures } = parts;
  if (book.status !== 'draft') {
    const reason = `The book is ${book.status}; only a draft is published.`;
    refuseFor(open(readings, 'publish.not-draft', { name: 'status', reason }));
  }
  const status = rules.afterPublish(book.status);
  // A book that is published or in review is not published again.
  if (status === book.status && status !== 'draft') return book;
  if (book.reviewedAt !== undefined) return book;
  const isFinalVersion = book.isFinalVersion && readings['book.is-final-version.reset'] === 'stays';
  const waits = readings['publish.async'] === 'yes' && status !== 'published';
  return {
    ...book,
    status,
    isFinalVersion,
    ...(waits ? { reviewedAt: call.now + measures.reviewMs } : {}),
  };
}

export const unpublishBook: Operate = async (call, parts) => {
  const find = () => findBook(call, parts, 'unpublish.unknown-404');
  await changeBook(find, (book) => withdrawn(book, parts), { call, parts });
  return parts.present.unpublished();
};

function withdrawn(book: Book, { readings, rules }: SandboxParts): Book {
  const { reviewedAt, ...settled } = book;
  if (!rules.withdrawable(book.status) && reviewedAt === undefined) {
    const reason = `A book that is ${book.status} cannot be withdrawn.`;
    refuseFor(open(readings, 'unpublish.from-other', { reason }));
    return book;
  }
  return { ...settled, status: rules.afterUnpublish() };
}
