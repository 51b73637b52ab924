/** Deletes all books, their places in lists, and their grants; or those of one account. */
import { createPrepare } from '../database/index.ts';
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
      return rows.map(({ key }) => key);
    },
    reset: (account) =>
      inTransaction(
        connection,
        account === undefined ? 'everything' : [account],
        async ({ db }) => {
          // Readers of a page lock entries before books; another order could lead to a deadlock.
          for (const { all, ofAccount } of Object.values(queries.removals)) {
            if (account === undefined) await all({}, db);
            else await ofAccount({ account }, db);
          }
        },
      ),
  };
}

export function prepareResetQueries({ db }: Pick<Connection, 'db'>) {
  const prepare = createPrepare(db);
  const { deleteAll } = db.dialect;
  const prepareBoth = (all: string, condition: string, start = all) => ({
    all: prepare<Record<string, never>>(all),
    ofAccount: prepare<{ account: string }>(`${start} ${condition}`),
  });
  const prepareRemoval = (table: string, condition: string) =>
    prepareBoth(`${deleteAll} ${table}`, `where ${condition}`, `delete from ${table}`);
  const lists = 'list in (select id from list where account = :account)';
  const books = 'book_id in (select id from book where account = :account)';
  const files = 'select stored_key as key from file_grant where stored_key is not null';
  return {
    allFiles: prepare<Record<string, never>, { key: string }>(files),
    filesOf: prepare<{ account: string }, { key: string }>(`${files} and ${books}`),
    removals: {
      entries: prepareRemoval('list_entry', lists),
      grants: prepareRemoval('file_grant', books),
      books: prepareRemoval('book', 'account = :account'),
      spans: prepareBoth('delete from list_span where sequence >= 0', `and ${lists}`),
      firstSpans: prepareBoth('update list_span set entries = 0', `where ${lists}`),
    },
  };
}
