/** The store over a database: books as JSON, next to the columns that lists and lookups need. */
import { bookReader } from './book-reader.ts';
import { accountsOf, insertUnlisted, listDeleted, reviewingWriter, within } from './book-writer.ts';
import { buildLists } from './build-lists.ts';
import {
  type Db,
  dialectOf,
  openOwnDatabase,
  openPostgres,
  sqlPreparer,
} from '../database/index.ts';
import { grantQueries, settingQueries, grantStore } from './grant-store.ts';
import { pageReader } from './pages.ts';
import { migrate } from './schema.ts';
import { statements, type Connection } from './statements.ts';
import type { Store } from './store.ts';

/**
 * Opens a store. What it costs does not depend on the number of books.
 * @param file the file of the database; in memory if undefined
 */
export async function openStore(file?: string): Promise<Store> {
  const db = await openOwnDatabase(file);
  const grants = grantQueries(db);
  return storeOver(db, {
    place: file ?? 'memory',
    alone: async (task) => task(),
    claimer: async () => 'this',
    // An upload of an earlier process will not finish.
    prepare: async () => {
      await grants.releaseAll({});
    },
    close: () => db.destroy(),
  });
}

/**
 * Opens a store that several processes share.
 * @param url as `postgres://user:password@host:port/database`
 */
export async function openSharedStore(url: string): Promise<Store> {
  const { db, alone, processName, close } = await openPostgres(url);
  const place = new URL(url).host + new URL(url).pathname;
  const prepare = async () => undefined;
  return storeOver(db, { place, alone, claimer: processName, prepare, close });
}

interface Opened {
  /** Names the database in errors. */
  readonly place: string;
  readonly alone: Store['alone'];
  /** Names the process in the claims of uploads. */
  readonly claimer: () => Promise<string>;
  /** Runs before the store is used. */
  readonly prepare: () => Promise<void>;
  readonly close: () => Promise<void>;
}

async function storeOver(db: Db, opened: Opened): Promise<Store> {
  try {
    const at: Connection = {
      db,
      run: statements(db),
      knownLists: new Map(),
    };
    const settings = settingStore(db);
    await opened.alone(async () => {
      await migrate(at, opened.place);
      if ((await settings.setting(listsSetting, () => built)) !== built) {
        await completeLists(at, settings);
      }
      await opened.prepare();
    });
    return await storeFrom(at, settings, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function storeFrom(
  at: Connection,
  settings: SettingStore,
  { alone, claimer, close }: Opened,
): Promise<Store> {
  const { db } = at;
  const grants = grantQueries(db);
  return {
    ...bookReader(at),
    ...reviewingWriter(at, (await at.run.nextReview({})).rows[0]?.at ?? Infinity),
    ...grantStore(db, claimer),
    ...settings,
    insertMany: async (batches) => {
      await settings.writeSetting(listsSetting, 'unfinished');
      for await (const rows of batches) {
        await within(at, accountsOf(rows), (inside) => insertUnlisted(inside, rows));
      }
      await completeLists(at, settings);
    },
    page: pageReader(at),
    takeSequences: await sequenceTaker(at),
    alone,
    listDeleted: (listed) => within(at, 'everything', (inside) => listDeleted(inside, listed)),
    reset: () =>
      within(at, 'everything', async ({ run, db: on }) => {
        // Readers of a page lock entries before books; another order could lead to a deadlock.
        await run.deleteAllEntries({}, on);
        await run.deleteBooks({}, on);
        await grants.forgetGrants({}, on);
        await run.dropSpans({}, on);
        await run.emptySpans({}, on);
      }),
    close,
  };
}

/** A process without others counts by itself. */
async function sequenceTaker({ db, run }: Connection): Promise<Store['takeSequences']> {
  if (dialectOf(db).isShared) {
    const take = sqlPreparer(db)<{ count: number }, { number: number }>(
      "select nextval('book_sequence') as number from generate_series(1, :count)",
    );
    return async (count) => (await take({ count })).rows.map(({ number }) => number);
  }
  let last = (await run.lastSequence({})).rows[0]?.last ?? 0;
  return async (count) => Array.from({ length: count }, () => ++last);
}

type SettingStore = Pick<Store, 'setting' | 'writeSetting'>;

function settingStore(db: Db): SettingStore {
  const queries = settingQueries(db);
  return {
    setting: async (name, initial) => {
      await queries.insertSetting({ name, text: initial() });
      return (await queries.readSetting({ name })).rows[0]?.text ?? initial();
    },
    writeSetting: async (name, text) => {
      await queries.writeSetting({ name, text });
    },
  };
}

const listsSetting = 'lists';
const built = 'built';

async function completeLists(at: Connection, settings: SettingStore): Promise<void> {
  await within(at, 'everything', buildLists);
  await settings.writeSetting(listsSetting, built);
}
