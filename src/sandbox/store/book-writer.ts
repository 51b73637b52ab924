/** Writes books and their places in lists, each in one transaction. */
import { type Db, writeTo } from '../database/index.ts';
import { buildLists } from './build-lists.ts';
import { moveEntries } from './lists.ts';
import { type BookColumns, toBookColumns } from './schema.ts';
import * as run from './statements.ts';
import type { ProgressBatch, Row, WriteOutcome } from './store.ts';

/** The maximum number of due reviews that one request ends. */
const maxReviews = 500;

const progress = 'progress';

/**
 * Creates the functions that write books. They remember when the next review ends, so that requests do not
 * have to query the database for it.
 */
export async function createBookWriter(db: Db) {
  const readNextReview = async () => (await run.nextReview(db))[0]?.at ?? Infinity;
  let nextReview = await readNextReview();
  const write = async <T>(rows: readonly Row[], task: (transaction: Db) => Promise<T>) => {
    const result = await writeTo(db, getAccounts(rows), task);
    for (const { book } of rows) nextReview = Math.min(nextReview, book.reviewedAt ?? Infinity);
    return result;
  };
  return {
    /** Writes a new book, and checks its external id in the same transaction. */
    insertBook: (row: Row) => write([row], (transaction) => insertBook(transaction, row)),
    /**
     * Writes many new books in one transaction, without checking their external ids.
     * @throws Error if a book with the same id already exists
     */
    insertBooks: (rows: readonly Row[]): Promise<void> =>
      write(rows, async (transaction) =>
        moveEntries(transaction, [], await insertUnlisted(transaction, rows)),
      ),
    /** Writes very many new books. Lists show none of them until the last batch is written. */
    insertMany: (batches: ProgressBatches) => insertMany(db, batches),
    /** Returns the progress of an `insertMany` that has not ended; undefined if there is none. */
    readProgress: async (): Promise<string | undefined> =>
      (await run.readSetting(db, { name: progress }))[0]?.text || undefined,
    replaceBook: (row: Row) => write([row], (transaction) => replaceBook(transaction, row)),
    /** Returns when the next review ends, as far as this process knows; Infinity if there is none. */
    getNextReview: () => nextReview,
    /**
     * Reads from the database when the next review ends, and returns the stored state of the control
     * API, or an empty string. Undefined for a store that has no other writer.
     */
    refresh: db.dialect.isShared
      ? async (): Promise<string> => {
          const [row] = await run.readState(db);
          nextReview = row?.next_review ?? Infinity;
          return row?.control ?? '';
        }
      : undefined,
    /** Returns the ids of an account's books with an overdue review, the longest overdue first. */
    findDueReviews: async (now: number, account: string): Promise<readonly string[]> => {
      const due = await run.dueReviews(db, { now, account, limit: maxReviews });
      // These books are still in review, so the next query finds them again until their reviews end.
      nextReview = await readNextReview();
      return due.map(({ id }) => id);
    },
  };
}

function getAccounts(rows: readonly Row[]): readonly string[] {
  return rows.map(({ book }) => book.account);
}

async function insertBook(db: Db, row: Row): Promise<WriteOutcome> {
  const columns = toBookColumns(row);
  if (await isExternalIdUsed(db, row, columns)) return 'taken';
  if ((await run.insertBook(db, columns)).length === 0) return 'taken';
  if (row.isListed) await moveEntries(db, [], [columns]);
  return 'written';
}

/** Writes books without list entries, and returns those that need them. */
async function insertUnlisted(db: Db, rows: readonly Row[]): Promise<readonly BookColumns[]> {
  const listedBooks: BookColumns[] = [];
  for (const row of rows) {
    const columns = toBookColumns(row);
    if ((await run.insertBook(db, columns)).length === 0)
      throw new Error(`A book with the id ${columns.id} already exists.`);
    if (row.isListed) listedBooks.push(columns);
  }
  return listedBooks;
}

type ProgressBatches = Iterable<ProgressBatch> | AsyncIterable<ProgressBatch>;

async function insertMany(db: Db, batches: ProgressBatches): Promise<void> {
  for await (const { rows, progress: text } of batches) {
    await writeTo(db, getAccounts(rows), async (transaction) => {
      await run.writeSetting(transaction, { name: progress, text });
      await insertUnlisted(transaction, rows);
    });
  }
  await writeTo(db, 'everything', async (transaction) => {
    await buildLists(transaction);
    await run.writeSetting(transaction, { name: progress, text: '' });
  });
}

async function replaceBook(db: Db, row: Row): Promise<WriteOutcome> {
  const columns = toBookColumns(row);
  const [before] = await run.readColumns(db, { id: columns.id });
  if (before?.version !== columns.version - 1) return 'overtaken';
  if (await isExternalIdUsed(db, row, columns)) return 'taken';
  if ((await run.replaceBook(db, columns)).length === 0) return 'overtaken';
  const after = { ...columns, created_at: before.created_at };
  await moveEntries(db, before.listed === 1 ? [before] : [], row.isListed ? [after] : []);
  return 'written';
}

/** Returns whether another book of the account has the external id, if it must be unique. */
async function isExternalIdUsed(
  db: Db,
  { externalId: { unique, ignoresCase, keptByDeleted } }: Row,
  { account, id, external_id: exact, external_folded: folded }: BookColumns,
): Promise<boolean> {
  const key = ignoresCase ? folded : exact;
  if (!unique || key === null) return false;
  const find = ignoresCase ? run.otherByFoldedId : run.otherByExternalId;
  return (await find(db, { account, key, id, deleted: keptByDeleted ? 1 : 0 })).length > 0;
}
