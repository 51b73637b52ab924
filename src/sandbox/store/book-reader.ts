/** Reads books one by one, by their keys, or in order. */
import { parseBook, titleKey } from './book-columns.ts';
import { findList, listName } from './lists.ts';
import type { Connection } from './statements.ts';
import type { Store } from './store.ts';
import { escapeText, lookUpKey } from './text-keys.ts';

const chunk = 500;

export function createBookReader(connection: Connection) {
  const { run } = connection;
  const listBooksAfter = async (after: number, limit: number) =>
    (await run.booksAfter({ after, limit })).rows.map(parseBook);
  return {
    listBooksAfter,
    listBooksBefore: async (before, limit) =>
      (await run.booksBefore({ before, limit })).rows.map(parseBook),
    readBook: async (id) => {
      const { rows } = await run.readBook({ id: escapeText(id) });
      return rows[0] && parseBook(rows[0]);
    },
    findByExternalId: async (account, externalId, { folded, visibleUntil }) => {
      const find = folded ? run.byFoldedId : run.byExternalId;
      const key = lookUpKey(folded ? externalId.toLowerCase() : externalId);
      return (await find({ account, key, visibleUntil })).rows.map(parseBook);
    },
    findByTitle: async (account, title) => {
      const list = await findList(connection, account, listName('title', {}));
      if (list === undefined) return [];
      return (await run.booksByTitle({ list, key: titleKey(title) })).rows.map(parseBook);
    },
    countBooks: async (account) => {
      const list = await findList(connection, account, listName('createdAt', {}));
      return list === undefined ? 0 : ((await run.countEntries({ list })).rows[0]?.total ?? 0);
    },
    countOthersByIsbn: async (account, isbn, id) =>
      (await run.othersByIsbn({ account, isbn: lookUpKey(isbn), id })).rows.length,
    readAllBooks: async () => {
      const books = await listBooksAfter(0, chunk);
      for (let last = books.at(-1); last !== undefined;) {
        const more = await listBooksAfter(last.sequence, chunk);
        books.push(...more);
        last = more.at(-1);
      }
      return books;
    },
  } satisfies Partial<Store>;
}
