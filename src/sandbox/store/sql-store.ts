/** The store over a database: books as JSON, next to the columns that lists and look-ups need. */
import type { Kysely } from 'kysely';
import { bookColumns, parseBook, titleKey, type BookColumns } from './book-columns.ts';
import { buildLists } from './build-lists.ts';
import { openDatabase, type Tables } from './database.ts';
import { grantQueries, settingQueries } from './grant-queries.ts';
import { grantStore } from './grant-store.ts';
import { entriesFor, insertEntries, listName, moveEntries } from './lists.ts';
import { pageReader } from './pages.ts';
import { migrate } from './schema.ts';
import { statements, type Connection } from './statements.ts';
import type { Row, Store, WriteOutcome } from './store.ts';
import { escapeText, lookUpKey } from './text-keys.ts';

/**
 * Opens a store. What it costs does not depend on the number of books.
 * @param file where it is kept; in memory when undefined
 */
export async function openStore(file?: string): Promise<Store> {
  const db = openDatabase(file);
  try {
    return await storeOver(db, file ?? 'memory');
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function storeOver(db: Kysely<Tables>, place: string): Promise<Store> {
  const at: Connection = { db, run: statements(db), knownLists: new Map() };
  await migrate(at, place);
  const settings = settingStore(db);
  if ((await settings.setting(listsSetting, () => built)) !== built)
    await completeLists(at, settings);
  const grants = grantQueries(db);
  // An upload of an earlier process will not finish.
  await grants.releaseAll({});
  let sequence = (await at.run.lastSequence({})).rows[0]?.last ?? 0;
  return {
    ...bookReader(at),
    ...reviewingWriter(at, (await at.run.nextReview({})).rows[0]?.at ?? Infinity),
    ...grantStore(db),
    ...settings,
    insertMany: async (batches) => {
      await settings.changeSetting(listsSetting, 'unfinished');
      for await (const rows of batches) await within(at, (inside) => insertUnlisted(inside, rows));
      await completeLists(at, settings);
    },
    page: pageReader(at),
    nextSequence: () => ++sequence,
    listDeleted: (listed) => within(at, (inside) => listDeleted(inside, listed)),
    reset: () =>
      within(at, async ({ run, db: on }) => {
        await grants.forgetGrants({}, on);
        await run.deleteBooks({}, on);
        await run.deleteAllEntries({}, on);
        await run.dropSpans({}, on);
        await run.emptySpans({}, on);
      }),
    close: () => db.destroy(),
  };
}

const listsSetting = 'lists';
const built = 'built';

async function completeLists(
  at: Connection,
  settings: Pick<Store, 'changeSetting'>,
): Promise<void> {
  await within(at, buildLists);
  await settings.changeSetting(listsSetting, built);
}

/** Runs statements in one transaction. */
function within<T>(at: Connection, act: (inside: Connection) => Promise<T>): Promise<T> {
  return at.db.transaction().execute((db) => act({ ...at, db }));
}

type Reader = Pick<
  Store,
  | 'countBooks'
  | 'readBook'
  | 'booksByExternalId'
  | 'booksByTitle'
  | 'othersByIsbn'
  | 'allBooks'
  | 'booksAfter'
>;

const chunk = 500;

function bookReader({ run }: Connection): Reader {
  const booksAfter = async (after: number, limit: number) =>
    (await run.booksAfter({ after, limit })).rows.map(parseBook);
  return {
    booksAfter,
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
      const list = (await run.findList({ account, name: listName('title', {}) })).rows[0]?.id;
      if (list === undefined) return [];
      return (await run.booksByTitle({ list, key: titleKey(title) })).rows.map(parseBook);
    },
    countBooks: async (account) => {
      const name = listName('createdAt', {});
      const list = (await run.findList({ account, name })).rows[0]?.id;
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
  };
}

type Writer = Pick<
  Store,
  'insertBook' | 'insertBooks' | 'replaceBook' | 'nextReview' | 'dueReviews'
>;

/** Keeps the time of the next review at hand, so that a request need not ask for it. */
function reviewingWriter(at: Connection, first: number): Writer {
  let next = first;
  const noting = async (row: Row, writing: Promise<WriteOutcome>) => {
    const written = await writing;
    next = Math.min(next, row.book.reviewedAt ?? Infinity);
    return written;
  };
  return {
    insertBooks: async (rows) => {
      await within(at, (inside) => insertBooks(inside, rows));
      for (const { book } of rows) next = Math.min(next, book.reviewedAt ?? Infinity);
    },
    insertBook: (row) =>
      noting(
        row,
        within(at, (inside) => insertBook(inside, row)),
      ),
    replaceBook: (row) =>
      noting(
        row,
        within(at, (inside) => replaceBook(inside, row)),
      ),
    nextReview: () => next,
    dueReviews: async (now) => {
      const { rows } = await at.run.dueReviews({ now, limit: chunk });
      // The books just found are still in review here, and are asked for again until they are not.
      next = (await at.run.nextReview({})).rows[0]?.at ?? Infinity;
      return rows.map(({ id }) => id);
    },
  };
}

async function insertBook(at: Connection, row: Row): Promise<WriteOutcome> {
  const columns = bookColumns(row);
  if (await externalIdTaken(at, row, columns)) return 'taken';
  const { touched } = await at.run.insertBook(columns, at.db);
  if (touched !== 1) return 'taken';
  if (row.listed) await insertEntries(at, [columns]);
  return 'written';
}

async function insertBooks(at: Connection, rows: readonly Row[]): Promise<void> {
  await insertEntries(at, await insertUnlisted(at, rows));
}

/** Writes books and returns those that lists are to show. */
async function insertUnlisted(at: Connection, rows: readonly Row[]): Promise<BookColumns[]> {
  const shown: BookColumns[] = [];
  for (const row of rows) {
    const columns = bookColumns(row);
    const { touched } = await at.run.insertBook(columns, at.db);
    if (touched !== 1) throw new Error(`There is a book with the id ${columns.id} already.`);
    if (row.listed) shown.push(columns);
  }
  return shown;
}

async function replaceBook(at: Connection, row: Row): Promise<WriteOutcome> {
  const columns = bookColumns(row);
  const before = (await at.run.readColumns({ id: columns.id }, at.db)).rows[0];
  if (before?.version !== columns.version - 1) return 'overtaken';
  if (await externalIdTaken(at, row, columns)) return 'taken';
  const { touched } = await at.run.replaceBook(columns, at.db);
  if (touched !== 1) return 'overtaken';
  await moveEntries(at, before, {
    before: before.listed === 1 ? entriesFor(before) : [],
    after: row.listed ? entriesFor({ ...columns, created_at: before.created_at }) : [],
  });
  return 'written';
}

/** Returns whether another book of the account has the external id, if it must be unique. */
async function externalIdTaken(
  { run, db }: Connection,
  { externalId }: Row,
  { account, id, external_id: exact, external_folded: folded }: BookColumns,
): Promise<boolean> {
  const find = externalId.folded ? run.otherByFoldedId : run.otherByExternalId;
  const key = externalId.folded ? folded : exact;
  if (!externalId.unique || key === null) return false;
  const deleted = externalId.keptByDeleted ? 1 : 0;
  return (await find({ account, key, id, deleted }, db)).rows.length > 0;
}

async function listDeleted(at: Connection, listed: boolean): Promise<void> {
  const { rows } = await at.run.deletedBooks({}, at.db);
  for (const book of rows) {
    await at.run.setListed({ sequence: book.sequence, listed: listed ? 1 : 0 }, at.db);
    await moveEntries(at, book, {
      before: book.listed === 1 ? entriesFor(book) : [],
      after: listed ? entriesFor(book) : [],
    });
  }
}

function settingStore(db: Kysely<Tables>): Pick<Store, 'setting' | 'changeSetting'> {
  const queries = settingQueries(db);
  return {
    setting: async (name, initial) => {
      await queries.writeSetting({ name, text: initial() });
      return (await queries.readSetting({ name })).rows[0]?.text ?? initial();
    },
    changeSetting: async (name, text) => {
      await queries.changeSetting({ name, text });
    },
  };
}
