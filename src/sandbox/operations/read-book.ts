/** GET of one book, by its id or by its external id. */
import { listPathParameters } from '../../contract/operations.ts';
import { getExternalIdRule, findBook } from '../changes.ts';
import type { Book } from '../book/index.ts';
import type { Call, Operate, Parts } from '../replaceable-parts/index.ts';
import { Refusal, createNotFound, applyReading, refuseIfAny } from '../readings/index.ts';

export const readBook: Operate = async (call, parts) => {
  const deletedBook = await findDeletedBook(call, parts);
  const book = deletedBook ?? (await findBook(call, parts, 'read.unknown-404'));
  return presentCached(book, call, parts);
};

function presentCached(book: Book, { account }: Call, { present, bookResponses }: Parts) {
  const response = bookResponses.get(book) ?? present.read(book, present.attributes(book, account));
  bookResponses.set(book, response);
  return response;
}

/** Returns a deleted book if the readings say that it can still be read; throws the 410 if they ask for that. */
async function findDeletedBook(call: Call, parts: Parts): Promise<Book | undefined> {
  const { readings, store } = parts;
  const reading = readings['delete.effect'] === 'tombstone' ? '200' : readings['not-found.deleted'];
  if (reading === '404') return undefined;
  const book = await store.readBook(call.bookId);
  if (book?.deletedAt === undefined || book.account !== call.account.id) return undefined;
  if (reading === '410') throw createNotFound('not-found.deleted', 'The book was deleted.', 410);
  return book;
}

export const lookUpBook: Operate = async (call, parts) => {
  const { readings, store } = parts;
  const books = await store.findByExternalId(call.account.id, call.externalId, {
    ignoresCase: getExternalIdRule(readings).ignoresCase,
    visibleUntil: getVisibleUntil(call, parts),
  });
  const book = readings['external.multiple'] === 'oldest' ? books.at(-1) : books[0];
  const [name = ''] = listPathParameters(parts.contract.operations.lookUpBook);
  if (book === undefined) throw createUnknownExternalIdRefusal(name);
  if (books.length > 1) {
    const place = { name, reason: 'Several books have this external id.' };
    refuseIfAny(applyReading(readings, 'external.multiple', place));
  }
  return presentCached(book, call, parts);
};

function createUnknownExternalIdRefusal(name: string): Refusal {
  const reason = 'No book has this external id.';
  return new Refusal({
    status: 422,
    requirement: 'lookup.unknown-422',
    detail: reason,
    invalidParams: [{ name, reason }],
  });
}

/** Returns the latest creation time of the books that lists and lookups show (`consistency`). */
export function getVisibleUntil({ now }: Call, { durations, readings }: Parts): number {
  return { immediate: Number.MAX_SAFE_INTEGER, eventual: now - durations.lagMs }[
    readings.consistency
  ];
}
