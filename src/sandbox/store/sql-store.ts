/** The store in a SQL database: books as JSON, with additional columns for lists and lookups. */
import {
  createBookReader,
  getAccountIds,
  insertUnlisted,
  setDeletedListed,
  createBookWriter,
  inTransaction,
} from './book-writer.ts';
import { buildLists } from './build-lists.ts';
import { type Db, openSqlite, openPostgres, createPrepare } from '../database/index.ts';
import { prepareGrantQueries, prepareSettingQueries, createGrantStore } from './grant-store.ts';
import { createPageReader } from './pages.ts';
import { createReset } from './reset.ts';
import { createTables } from './schema.ts';
import { prepareStatements, type Connection } from './statements.ts';
import type { Store } from './store.ts';

/**
 * Opens a store. The time does not depend on the number of books.
 * @param file the file of the database; in memory if undefined
 */
export async function openStore(file?: string): Promise<Store> {
  const db = await openSqlite(file);
  const grants = prepareGrantQueries(db);
  return openStoreOn(db, {
    location: file ?? 'memory',
    withLock: async (task) => task(),
    getProcessName: async () => 'this',
    // Uploads of an earlier process will not finish.
    prepare: async () => void (await grants.releaseAll({})),
    close: db.close,
  });
}

/**
 * Opens a store that several processes share.
 * @param url as `postgres://user:password@host:port/database`
 */
export async function openSharedStore(url: string): Promise<Store> {
  const { db, withLock, processName: getProcessName, close } = await openPostgres(url);
  const location = new URL(url).host + new URL(url).pathname;
  const prepare = async () => undefined;
  return openStoreOn(db, { location, withLock, getProcessName, prepare, close });
}

interface StoreOptions {
  /** The name of the database in errors. */
  readonly location: string;
  readonly withLock: Store['withLock'];
  /** Returns the name of the process for the claims of uploads. */
  readonly getProcessName: () => Promise<string>;
  /** Runs before the store is used. */
  readonly prepare: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function openStoreOn(db: Db, options: StoreOptions): Promise<Store> {
  try {
    const connection: Connection = { db, run: prepareStatements(db), knownLists: new Map() };
    const settings = createSettingStore(db);
    await options.withLock(async () => {
      await createTables(db, options.location);
      await options.prepare();
    });
    return await createStore(connection, settings, options);
  } catch (error) {
    await options.close();
    throw error;
  }
}

async function createStore(
  connection: Connection,
  settings: SettingStore,
  { withLock, getProcessName, close }: StoreOptions,
): Promise<Store> {
  return {
    ...createBookReader(connection),
    ...createBookWriter(connection, (await connection.run.nextReview({})).rows[0]?.at ?? Infinity),
    ...createGrantStore(connection.db, getProcessName),
    ...settings,
    ...createReset(connection),
    ...createBulkWriter(connection),
    readPage: createPageReader(connection),
    takeSequences: await createSequenceTaker(connection),
    withLock,
    setDeletedListed: (isListed) =>
      inTransaction(connection, 'everything', (transaction) =>
        setDeletedListed(transaction, isListed),
      ),
    close,
  };
}

/** Returns the function that takes sequence numbers. A process that does not share its store counts them itself. */
async function createSequenceTaker({ db, run }: Connection): Promise<Store['takeSequences']> {
  if (db.dialect.isShared) {
    const take = createPrepare(db)<{ count: number }, { number: number }>(
      "select nextval('book_sequence') as number from generate_series(1, :count)",
    );
    return async (count) => (await take({ count })).rows.map(({ number }) => number);
  }
  let last = (await run.lastSequence({})).rows[0]?.last ?? 0;
  return async (count) => Array.from({ length: count }, () => ++last);
}

type SettingStore = Pick<Store, 'readSetting' | 'writeSetting'>;

function createSettingStore(db: Db): SettingStore {
  const queries = prepareSettingQueries(db);
  return {
    readSetting: async (name, initial) => {
      await queries.insertSetting({ name, text: initial() });
      return (await queries.readSetting({ name })).rows[0]?.text ?? initial();
    },
    writeSetting: async (name, text) => {
      await queries.writeSetting({ name, text });
    },
  };
}

const progressSetting = 'progress';

/** Creates the functions that write very many books and build their lists at the end. */
function createBulkWriter(connection: Connection): Pick<Store, 'insertMany' | 'readProgress'> {
  const queries = prepareSettingQueries(connection.db);
  const name = progressSetting;
  return {
    insertMany: async (batches) => {
      for await (const { rows, progress: text } of batches) {
        await inTransaction(connection, getAccountIds(rows), async (transaction) => {
          await queries.writeSetting({ name, text }, transaction.db);
          await insertUnlisted(transaction, rows);
        });
      }
      await inTransaction(connection, 'everything', async (transaction) => {
        await buildLists(transaction);
        await queries.writeSetting({ name, text: '' }, transaction.db);
      });
    },
    readProgress: async () => (await queries.readSetting({ name })).rows[0]?.text || undefined,
  };
}
