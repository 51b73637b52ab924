/** GET of one book, by the service's id or by the client's own; reading changes nothing. */
import { getExternalIdRule, findBook } from '../changes/index.ts';
import type { Answer } from '../present/index.ts';
import type { Book } from '../book/index.ts';
import type { Call, Operate, SandboxParts } from '../parts/index.ts';
import { Refusal, notFound, readingConcern, refuseIfAny } from '../readings/index.ts';

export const readBook: Operate = async (call, parts) => {
  const book =
    (await findDeletedBook(call, parts)) ?? (await findBook(call, parts, 'read.unknown-404'));
  return answerWith(book, call, parts);
};

/** Returns the cached answer if the book has not changed. */
function answerWith(book: Book, { account }: Call, { present, bookAnswers }: SandboxParts): Answer {
  const answer = bookAnswers.get(book) ?? present.read(book, present.book(book, account));
  bookAnswers.set(book, answer);
  return answer;
}

/** Returns a deleted book if the readings show it, and refuses with 410 if they say so. */
async function findDeletedBook(call: Call, parts: SandboxParts): Promise<Book | undefined> {
  const { readings, store } = parts;
  const reading = readings['delete.effect'] === 'tombstone' ? '200' : readings['not-found.deleted'];
  if (reading === '404') return undefined;
  const book = await store.readBook(call.bookId);
  if (book?.deletedAt === undefined || book.account !== call.account.id) return undefined;
  if (reading === '410') throw notFound('not-found.deleted', 'The book was deleted.', 410);
  return book;
}

export const lookUpBook: Operate = async (call, parts) => {
  const { readings, store } = parts;
  const books = await store.findByExternalId(call.account.id, call.externalId, {
    folded: getExternalIdRule(readings).folded,
    visibleUntil: visibleUntil(call, parts),
  });
  const book = readings['external.multiple'] === 'oldest' ? books.at(-1) : books[0];
  if (book === undefined) throw unknownExternalId();
  if (books.length > 1) {
    const reason = 'Several books have this external id.';
    refuseIfAny(readingConcern(readings, 'external.multiple', { name: 'bookExternalId', reason }));
  }
  return answerWith(book, call, parts);
};

function unknownExternalId(): Refusal {
  const reason = 'No book has this external id.';
  return new Refusal({
    status: 422,
    requirement: 'lookup.unknown-422',
    detail: reason,
    invalidParams: [{ name: 'bookExternalId', reason }],
  });
}

/** Returns the latest time of creation that lists and lookups show (`consistency`). */
export function visibleUntil({ now }: Call, { limits, readings }: SandboxParts): number {
  return { immediate: Number.MAX_SAFE_INTEGER, eventual: now - limits.lagMs }[readings.consistency];
}
