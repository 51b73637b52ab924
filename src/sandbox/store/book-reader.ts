/** Reads books by their keys or in order. */
import type { Book } from '../book/index.ts';
import type { Db } from '../database/index.ts';
import { countEntries } from './list-statements.ts';
import { findList, getListName } from './lists.ts';
import { escapeText, getTitleKey, parseBook, toLookUpKey } from './schema.ts';
import * as run from './statements.ts';

const chunkSize = 500;

export function createBookReader(db: Db) {
  /** Returns books in the order of creation, starting after a sequence number. */
  const listBooksAfter = async (after: number, limit: number): Promise<Book[]> =>
    (await run.booksAfter(db, { after, limit })).map(parseBook);
  return {
    listBooksAfter,
    /** Returns books in the reverse order, starting before a sequence number. */
    listBooksBefore: async (before: number, limit: number): Promise<readonly Book[]> =>
      (await run.booksBefore(db, { before, limit })).map(parseBook),
    readBook: async (id: string): Promise<Book | undefined> =>
      (await run.readBook(db, { id: escapeText(id) })).map(parseBook)[0],
    /** Returns the listed books of an account with an external id, newest first. */
    findByExternalId: async (
      account: string,
      externalId: string,
      rule: { readonly ignoresCase: boolean; readonly visibleUntil: number },
    ): Promise<readonly Book[]> => {
      const { ignoresCase, visibleUntil } = rule;
      const key = toLookUpKey(ignoresCase ? externalId.toLowerCase() : externalId);
      const find = ignoresCase ? run.byFoldedId : run.byExternalId;
      return (await find(db, { account, key, visibleUntil })).map(parseBook);
    },
    /** Returns the books of an account with a title, regardless of case. */
    findByTitle: async (account: string, title: string): Promise<readonly Book[]> => {
      const list = await findList(db, account, getListName('title', {}));
      if (list === undefined) return [];
      return (await run.booksByTitle(db, { list, key: getTitleKey(title) })).map(parseBook);
    },
    /** Returns the number of books of an account that lists show. */
    countBooks: async (account: string): Promise<number> => {
      const list = await findList(db, account, getListName('createdAt', {}));
      return list === undefined ? 0 : ((await countEntries(db, { list }))[0]?.total ?? 0);
    },
    /** Returns whether another book of an account has an ISBN. */
    hasOtherWithIsbn: async (account: string, isbn: string, id: string): Promise<boolean> =>
      (await run.othersByIsbn(db, { account, isbn: toLookUpKey(isbn), id })).length > 0,
    readAllBooks: async (): Promise<readonly Book[]> => {
      const books: Book[] = [];
      for (let chunk = await listBooksAfter(0, chunkSize); chunk.length > 0;) {
        books.push(...chunk);
        chunk = await listBooksAfter(chunk.at(-1)?.sequence ?? 0, chunkSize);
      }
      return books;
    },
  };
}
