/** Deletes all books, their places in lists, and their grants; or those of one account. */
import { createPrepare, getDialect } from '../database/index.ts';
import { inTransaction } from './book-writer.ts';
import type { Connection } from './statements.ts';
import type { Store } from './store.ts';

export function createReset(connection: Connection): Pick<Store, 'reset' | 'listFiles'> {
  const queries = prepareResetQueries(connection);
  return {
    listFiles: async (account) => {
      const { rows } = await (account === undefined
        ? queries.allFiles({})
        : queries.filesOf({ account }));
      return rows.map(({ id }) => id);
    },
    reset: (account) =>
      inTransaction(
        connection,
        account === undefined ? 'everything' : [account],
        async ({ db }) => {
          // Readers of a page lock entries before books; another order could lead to a deadlock.
          for (const name of ['entries', 'grants', 'books', 'spans', 'firstSpans'] as const) {
            if (account === undefined) await queries.all[name]({}, db);
            else await queries.ofAccount[name]({ account }, db);
          }
        },
      ),
  };
}

export function prepareResetQueries({ db }: Pick<Connection, 'db'>) {
  const prepare = createPrepare(db);
  const { deleteAll } = getDialect(db);
  const prepareAll = (text: string) => prepare<Record<string, never>>(text);
  const prepareOf = (text: string) => prepare<{ account: string }>(text);
  const lists = 'list in (select id from list where account = :account)';
  const books = 'book_id in (select id from book where account = :account)';
  return {
    allFiles: prepare<Record<string, never>, { id: string }>('select id from file_grant'),
    filesOf: prepare<{ account: string }, { id: string }>(
      `select id from file_grant where ${books}`,
    ),
    all: {
      entries: prepareAll(`${deleteAll} list_entry`),
      grants: prepareAll(`${deleteAll} file_grant`),
      books: prepareAll(`${deleteAll} book`),
      spans: prepareAll('delete from list_span where sequence >= 0'),
      firstSpans: prepareAll('update list_span set entries = 0'),
    },
    ofAccount: {
      entries: prepareOf(`delete from list_entry where ${lists}`),
      grants: prepareOf(`delete from file_grant where ${books}`),
      books: prepareOf('delete from book where account = :account'),
      spans: prepareOf(`delete from list_span where sequence >= 0 and ${lists}`),
      firstSpans: prepareOf(`update list_span set entries = 0 where ${lists}`),
    },
  };
}
