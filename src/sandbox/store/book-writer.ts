/** Writes books and their places in lists, each in one transaction, and reads books by their keys or in order. */
import {
  toBookColumns,
  type BookColumns,
  parseBook,
  getTitleKey,
  escapeText,
  toLookUpKey,
} from './schema.ts';
import { lockAccounts } from '../database/index.ts';
import { getEntries, insertEntries, moveEntries, findList, getListName } from './lists.ts';
import type { Connection } from './statements.ts';
import type { Row, Store, WriteOutcome } from './store.ts';

/** The maximum number of due reviews that one request ends. */
const maxReviews = 500;

/**
 * Creates the functions that write books. They remember when the next review ends, so that requests do not
 * have to query the database for it.
 * @param firstReview the end of the next review at the start; Infinity if there is none
 */
export function createBookWriter(connection: Connection, firstReview: number) {
  let nextReview = firstReview;
  const write = async <T>(rows: readonly Row[], task: (transaction: Connection) => Promise<T>) => {
    const result = await inTransaction(connection, getAccountIds(rows), task);
    for (const { book } of rows) nextReview = Math.min(nextReview, book.reviewedAt ?? Infinity);
    return result;
  };
  return {
    insertBooks: (rows) =>
      write(rows, async (transaction) => {
        await insertEntries(transaction, await insertUnlisted(transaction, rows));
      }),
    insertBook: (row) => write([row], (transaction) => insertBook(transaction, row)),
    replaceBook: (row) => write([row], (transaction) => replaceBook(transaction, row)),
    getNextReview: () => nextReview,
    ...(connection.db.dialect.isShared && {
      refresh: async () => {
        const [row] = (await connection.run.readState({})).rows;
        nextReview = row?.next_review ?? Infinity;
        return row?.control ?? '';
      },
    }),
    findDueReviews: async (now, account) => {
      const { rows } = await connection.run.dueReviews({ now, account, limit: maxReviews });
      // These books are still in review, so the next query finds them again until their reviews end.
      nextReview = (await connection.run.nextReview({})).rows[0]?.at ?? Infinity;
      return rows.map(({ id }) => id);
    },
  } satisfies Partial<Store>;
}

/**
 * Runs statements in one transaction. Other transactions that write to the same accounts wait.
 * @param accounts the accounts that the statements write to
 */
export function inTransaction<T>(
  connection: Connection,
  accounts: readonly string[] | 'everything',
  task: (transaction: Connection) => Promise<T>,
): Promise<T> {
  return connection.db.transaction(async (db) => {
    await lockAccounts(db, accounts);
    return task({ ...connection, db });
  });
}

export function getAccountIds(rows: readonly Row[]): readonly string[] {
  return rows.map(({ book }) => book.account);
}

async function insertBook(connection: Connection, row: Row): Promise<WriteOutcome> {
  const columns = toBookColumns(row);
  if (await isExternalIdUsed(connection, row, columns)) return 'taken';
  const { changedRows } = await connection.run.insertBook(columns, connection.db);
  if (changedRows !== 1) return 'taken';
  if (row.isListed) await insertEntries(connection, [columns]);
  return 'written';
}

/** Writes books without list entries, and returns those that need them. */
export async function insertUnlisted(connection: Connection, rows: readonly Row[]) {
  const listedBooks: BookColumns[] = [];
  for (const row of rows) {
    const columns = toBookColumns(row);
    const { changedRows } = await connection.run.insertBook(columns, connection.db);
    if (changedRows !== 1) throw new Error(`A book with the id ${columns.id} already exists.`);
    if (row.isListed) listedBooks.push(columns);
  }
  return listedBooks;
}

async function replaceBook(connection: Connection, row: Row): Promise<WriteOutcome> {
  const columns = toBookColumns(row);
  const before = (await connection.run.readColumns({ id: columns.id }, connection.db)).rows[0];
  if (before?.version !== columns.version - 1) return 'overtaken';
  if (await isExternalIdUsed(connection, row, columns)) return 'taken';
  const { changedRows } = await connection.run.replaceBook(columns, connection.db);
  if (changedRows !== 1) return 'overtaken';
  await moveEntries(connection, before, {
    before: before.listed === 1 ? getEntries(before) : [],
    after: row.isListed ? getEntries({ ...columns, created_at: before.created_at }) : [],
  });
  return 'written';
}

/** Returns whether another book of the account has the external id, if it must be unique. */
async function isExternalIdUsed(
  { run, db }: Connection,
  { externalId }: Row,
  { account, id, external_id: exact, external_folded: folded }: BookColumns,
): Promise<boolean> {
  const find = externalId.ignoresCase ? run.otherByFoldedId : run.otherByExternalId;
  const key = externalId.ignoresCase ? folded : exact;
  if (!externalId.unique || key === null) return false;
  const deleted = externalId.keptByDeleted ? 1 : 0;
  return (await find({ account, key, id, deleted }, db)).rows.length > 0;
}

/** Shows deleted books in lists, or hides them. Runs inside a transaction. */
export async function setDeletedListed(connection: Connection, isListed: boolean): Promise<void> {
  const { rows } = await connection.run.deletedBooks({}, connection.db);
  for (const book of rows) {
    const listed = isListed ? 1 : 0;
    await connection.run.setListed({ sequence: book.sequence, listed }, connection.db);
    await moveEntries(connection, book, {
      before: book.listed === 1 ? getEntries(book) : [],
      after: isListed ? getEntries(book) : [],
    });
  }
}

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
