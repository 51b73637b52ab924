/** The store in a SQL database: books as JSON, with additional columns for lists and lookups. */
import { type Database, openPostgres, openSqlite, writeTo } from '../database/index.ts';
import { createBookReader } from './book-reader.ts';
import { createBookWriter } from './book-writer.ts';
import { createGrantStore } from './grant-store.ts';
import { createPageReader } from './pages.ts';
import { createTables } from './schema.ts';
import * as run from './statements.ts';

export type Store = Awaited<ReturnType<typeof openStoreOn>>;

/** Opens a store in a file, or in memory without one. The time does not depend on the number of books. */
export async function openStore(file?: string): Promise<Store> {
  return openStoreOn(await openSqlite(file), file ?? 'memory');
}

/** @param url as `postgres://user:password@host:port/database` */
export async function openSharedStore(url: string): Promise<Store> {
  return openStoreOn(await openPostgres(url), new URL(url).host + new URL(url).pathname);
}

/** @param location the name of the database in errors */
async function openStoreOn(db: Database, location: string) {
  try {
    await db.withLock(async () => {
      await createTables(db, location);
      // Uploads of an earlier process will not finish.
      if (!db.dialect.isShared) await run.releaseAll(db);
    });
    return {
      ...createBookReader(db),
      ...(await createBookWriter(db)),
      ...createGrantStore(db),
      readPage: createPageReader(db),
      takeSequences: await createSequenceTaker(db),
      /** Reads a setting that is kept as long as the books, such as the signing secret. Creates it if it is missing. */
      readSetting: async (name: string, initial: () => string): Promise<string> => {
        await run.insertSetting(db, { name, text: initial() });
        return (await run.readSetting(db, { name }))[0]?.text ?? initial();
      },
      writeSetting: async (name: string, text: string): Promise<void> =>
        void (await run.writeSetting(db, { name, text })),
      listFiles: async (account?: string): Promise<readonly string[]> => {
        const rows = account === undefined ? run.allFiles(db) : run.filesOf(db, { account });
        return (await rows).map(({ key }) => key);
      },
      /** Deletes every book and grant, or those of one account; settings stay. */
      reset: (account?: string): Promise<void> =>
        writeTo(db, account === undefined ? 'everything' : [account], async (transaction) => {
          const removals = account === undefined ? run.removeEverything : run.removeAccount;
          for (const remove of Object.values(removals))
            await remove(transaction, account === undefined ? {} : { account });
        }),
      withLock: db.withLock,
      close: db.close,
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/**
 * Returns the function that takes the sequence numbers of new books, which continue after the newest book. A process
 * that does not share its store counts them itself.
 */
async function createSequenceTaker(db: Database) {
  let last = (await run.lastSequence(db))[0]?.last ?? 0;
  return async (count: number): Promise<readonly number[]> =>
    db.dialect.isShared
      ? (await run.takeSequences(db, { count })).map(({ number }) => number)
      : Array.from({ length: count }, () => ++last);
}
