/** GET of one book, by the service's id or by the client's own; reading changes nothing. */
import { externalIdRule, findBook } from '../changes/index.ts';
import type { Answer } from '../present/index.ts';
import type { Book } from '../book/index.ts';
import type { Call, Operate, SandboxParts } from '../parts/index.ts';
import { Refusal, absent, open, refuseFor } from '../readings/index.ts';

export const readBook: Operate = async (call, parts) => {
  const book = (await tombstone(call, parts)) ?? (await findBook(call, parts, 'read.unknown-404'));
  return shown(book, call, parts);
};

/** Returns the cached answer if the book has not changed. */
function shown(book: Book, { account }: Call, { present, reads }: SandboxParts): Answer {
  const answer = reads.get(book) ?? present.read(book, present.book(book, account));
  reads.set(book, answer);
  return answer;
}

/** Returns a deleted book if the readings show it, and refuses with 410 if they say so. */
async function tombstone(call: Call, parts: SandboxParts): Promise<Book | undefined> {
  const { readings, store } = parts;
  const reading = readings['delete.effect'] === 'tombstone' ? '200' : readings['not-found.deleted'];
  if (reading === '404') return undefined;
  const book = await store.readBook(call.bookId);
  if (book?.deletedAt === undefined || book.account !== call.account.id) return undefined;
  if (reading === '410') throw absent('not-found.deleted', 'The book was deleted.', 410);
  return book;
}

export const lookUpBook: Operate = async (call, parts) => {
  const { readings, store } = parts;
  const found = await store.booksByExternalId(call.account.id, call.externalId, {
    folded: externalIdRule(readings).folded,
    shownUntil: shownUntil(call, parts),
  });
  const book = readings['external.multiple'] === 'oldest' ? found.at(-1) : found[0];
  if (book === undefined) throw unknownExternalId();
  if (found.length > 1) {
    const reason = 'Several books have this external id.';
    refuseFor(open(readings, 'external.multiple', { name: 'bookExternalId', reason }));
  }
  return shown(book, call, parts);
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
export function shownUntil({ now }: Call, { measures, readings }: SandboxParts): number {
  return { immediate: Number.MAX_SAFE_INTEGER, eventual: now - measures.lagMs }[
    readings.consistency
  ];
}
