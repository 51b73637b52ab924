/** Writes books and their places in lists, each in one transaction. */
import { bookColumns, type BookColumns } from './book-columns.ts';
import { dialectOf, lockAccounts } from '../database/index.ts';
import { entriesFor, insertEntries, moveEntries } from './lists.ts';
import type { Connection } from './statements.ts';
import type { Row, Store, WriteOutcome } from './store.ts';

/** The number of reviews that end before a call goes on. */
const chunk = 500;

/** Remembers when the next review ends, so that a request need not query it. */
export function reviewingWriter(at: Connection, first: number) {
  let next = first;
  const noting = async (row: Row, writing: Promise<WriteOutcome>) => {
    const written = await writing;
    next = Math.min(next, row.book.reviewedAt ?? Infinity);
    return written;
  };
  return {
    insertBooks: async (rows) => {
      await within(at, accountsOf(rows), (inside) => insertBooks(inside, rows));
      for (const { book } of rows) next = Math.min(next, book.reviewedAt ?? Infinity);
    },
    insertBook: (row) =>
      noting(
        row,
        within(at, [row.book.account], (inside) => insertBook(inside, row)),
      ),
    replaceBook: (row) =>
      noting(
        row,
        within(at, [row.book.account], (inside) => replaceBook(inside, row)),
      ),
    nextReview: () => next,
    ...(dialectOf(at.db).isShared && {
      refresh: async () => {
        const [row] = (await at.run.pulse({})).rows;
        next = row?.next_review ?? Infinity;
        return row?.control ?? '';
      },
    }),
    dueReviews: async (now) => {
      const { rows } = await at.run.dueReviews({ now, limit: chunk });
      // The books just found are still in review, and are found again until they are not.
      next = (await at.run.nextReview({})).rows[0]?.at ?? Infinity;
      return rows.map(({ id }) => id);
    },
  } satisfies Partial<Store>;
}

/**
 * Runs statements in one transaction. Other transactions that write to the same accounts wait.
 * @param writes the accounts it writes to
 */
export function within<T>(
  at: Connection,
  writes: readonly string[] | 'everything',
  act: (inside: Connection) => Promise<T>,
): Promise<T> {
  return at.db.transaction().execute(async (db) => {
    await lockAccounts(db, writes);
    return act({ ...at, db });
  });
}

export function accountsOf(rows: readonly Row[]): readonly string[] {
  return rows.map(({ book }) => book.account);
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
export async function insertUnlisted(at: Connection, rows: readonly Row[]): Promise<BookColumns[]> {
  const shown: BookColumns[] = [];
  for (const row of rows) {
    const columns = bookColumns(row);
    const { touched } = await at.run.insertBook(columns, at.db);
    if (touched !== 1) throw new Error(`A book with the id ${columns.id} already exists.`);
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

/** Shows deleted books in lists, or hides them. Runs inside a transaction. */
export async function listDeleted(at: Connection, listed: boolean): Promise<void> {
  const { rows } = await at.run.deletedBooks({}, at.db);
  for (const book of rows) {
    await at.run.setListed({ sequence: book.sequence, listed: listed ? 1 : 0 }, at.db);
    await moveEntries(at, book, {
      before: book.listed === 1 ? entriesFor(book) : [],
      after: listed ? entriesFor(book) : [],
    });
  }
}
