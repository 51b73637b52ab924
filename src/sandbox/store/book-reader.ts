/** Reads books one by one, by their keys, or in order. */
import { parseBook, titleKey } from './book-columns.ts';
import { findList, listName } from './lists.ts';
import type { Connection } from './statements.ts';
import type { Store } from './store.ts';
import { escapeText, lookUpKey } from './text-keys.ts';

const chunk = 500;

export function bookReader(at: Connection) {
  const { run } = at;
  const booksAfter = async (after: number, limit: number) =>
    (await run.booksAfter({ after, limit })).rows.map(parseBook);
  return {
    booksAfter,
    booksBefore: async (before, limit) =>
      (await run.booksBefore({ before, limit })).rows.map(parseBook),
    readBook: async (id) => {
      const { rows } = await run.readBook({ id: escapeText(id) });
      return rows[0] && parseBook(rows[0]);
    },
    booksByExternalId: async (account, externalId, { folded, shownUntil }) => {
      const find = folded ? run.byFoldedId : run.byExternalId;
      const key = lookUpKey(folded ? externalId.toLowerCase() : externalId);
      return (await find({ account, key, shownUntil })).rows.map(parseBook);
    },
    booksByTitle: async (account, title) => {
      const list = await findList(at, account, listName('title', {}));
      if (list === undefined) return [];
      return (await run.booksByTitle({ list, key: titleKey(title) })).rows.map(parseBook);
    },
    countBooks: async (account) => {
      const list = await findList(at, account, listName('createdAt', {}));
      return list === undefined ? 0 : ((await run.totalOf({ list })).rows[0]?.total ?? 0);
    },
    othersByIsbn: async (account, isbn, id) =>
      (await run.othersByIsbn({ account, isbn: lookUpKey(isbn), id })).rows.length,
    allBooks: async () => {
      const books = await booksAfter(0, chunk);
      for (let last = books.at(-1); last !== undefined;) {
        const more = await booksAfter(last.sequence, chunk);
        books.push(...more);
        last = more.at(-1);
      }
      return books;
    },
  } satisfies Partial<Store>;
}
