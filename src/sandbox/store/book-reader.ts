/** Reads single books by their keys, and many books in order. */
import { parseBook, getTitleKey } from './book-columns.ts';
import { findList, getListName } from './lists.ts';
import type { Connection } from './statements.ts';
import type { Store } from './store.ts';
import { escapeText, toLookUpKey } from './text-keys.ts';

const chunkSize = 500;

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
    findByExternalId: async (account, externalId, { ignoresCase, visibleUntil }) => {
      const find = ignoresCase ? run.byFoldedId : run.byExternalId;
      const key = toLookUpKey(ignoresCase ? externalId.toLowerCase() : externalId);
      return (await find({ account, key, visibleUntil })).rows.map(parseBook);
    },
    findByTitle: async (account, title) => {
      const list = await findList(connection, account, getListName('title', {}));
      if (list === undefined) return [];
      return (await run.booksByTitle({ list, key: getTitleKey(title) })).rows.map(parseBook);
    },
    countBooks: async (account) => {
      const list = await findList(connection, account, getListName('createdAt', {}));
      return list === undefined ? 0 : ((await run.countEntries({ list })).rows[0]?.total ?? 0);
    },
    countOthersByIsbn: async (account, isbn, id) =>
      (await run.othersByIsbn({ account, isbn: toLookUpKey(isbn), id })).rows.length,
    readAllBooks: async () => {
      const books = await listBooksAfter(0, chunkSize);
      for (let last = books.at(-1); last !== undefined;) {
        const nextBooks = await listBooksAfter(last.sequence, chunkSize);
        books.push(...nextBooks);
        last = nextBooks.at(-1);
      }
      return books;
    },
  } satisfies Partial<Store>;
}
