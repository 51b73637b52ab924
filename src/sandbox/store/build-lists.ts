/**
 * Builds every list from the books at once. It collects the entries, then sorts and stores those of one list after
 * another, which is many times faster than inserting each entry in order. Between two steps, other requests are
 * answered, such as those for the health of the sandbox.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { BookColumns } from './schema.ts';
import { getDialect, createPrepare } from '../database/index.ts';
import { serializeEntries, getEntries } from './lists.ts';
import { prepareResetQueries } from './reset.ts';
import type { Connection } from './statements.ts';

const chunkSize = 2_000;

/** The number of entries in a new span: half of the maximum, so that it can grow before it is split. */
const spanLength = 1_000;

/** Deletes all lists, and builds new ones from the stored books. Runs inside a transaction. */
export async function buildLists(connection: Connection): Promise<void> {
  const { db } = connection;
  const queries = prepareBuildQueries(connection);
  const { entries: oldEntries, spans, firstSpans } = prepareResetQueries(connection).removals;
  for (const { all } of [oldEntries, spans, firstSpans]) await all({}, db);
  await queries.createHeap({}, db);
  for (let after = 0; ;) {
    const { rows } = await queries.booksAfter({ after, limit: chunkSize }, db);
    const last = rows.at(-1);
    if (last === undefined) break;
    const listedBooks = rows.filter(({ listed }) => listed === 1);
    const entries = listedBooks.map((book) => ({ book, entries: getEntries(book) }));
    await queries.fillHeap({ entries: await serializeEntries(connection, entries) }, db);
    after = last.sequence;
    await yieldToOthers();
  }
  const { rows: lists } = await queries.allLists({}, db);
  for (const { id: list } of lists) {
    await queries.insertSorted({ list }, db);
    await buildSpans(connection, queries, list);
    await yieldToOthers();
  }
  await queries.dropHeap({}, db);
}

type BuildQueries = ReturnType<typeof prepareBuildQueries>;

export function prepareBuildQueries({ db }: Pick<Connection, 'db'>) {
  const prepare = createPrepare(db);
  const dialect = getDialect(db);
  type NoValues = Record<string, never>;
  type Start = { list: number; key: string; sequence: number };
  return {
    createHeap: prepare<NoValues>(
      `create temp table entry_heap (list bigint, sequence bigint, sort_key ${dialect.text},
        primary key (list, sequence)) ${dialect.withoutRowid}`,
    ),
    booksAfter: prepare<{ after: number; limit: number }, BookColumns>(
      `select account, sequence, title_key, isbn, format, languages, created_at, listed
        from book where sequence > :after order by sequence limit :limit`,
    ),
    fillHeap: prepare<{ entries: string }>(
      `insert into entry_heap (list, sort_key, sequence) select cast(value ->> 0 as bigint),
        value ->> 1, cast(value ->> 2 as bigint) from ${dialect.jsonRows(':entries')}`,
    ),
    insertSorted: prepare<{ list: number }>(
      `insert into list_entry (list, sort_key, sequence) select list, sort_key, sequence
        from entry_heap where list = :list order by sort_key, sequence`,
    ),
    dropHeap: prepare<NoValues>('drop table entry_heap'),
    allLists: prepare<NoValues, { id: number }>('select id from list'),
    countFrom: prepare<Start, { entries: number }>(
      `select count(*) as entries from list_entry where list = :list
        and (sort_key, sequence) >= (:key, :sequence)`,
    ),
    resizeFirstSpan: prepare<{ list: number; entries: number }>(
      'update list_span set entries = :entries where list = :list and sequence = -1',
    ),
  };
}

/** Splits a list into spans. The first span exists already and is empty. */
async function buildSpans({ db, run }: Connection, queries: BuildQueries, list: number) {
  let start = { list, key: '', sequence: -1 };
  for (;;) {
    const next = await run.entriesFrom({ ...start, skipped: spanLength, limit: 1 }, db);
    const [row] = next.rows;
    const entries =
      row === undefined ? ((await queries.countFrom(start, db)).rows[0]?.entries ?? 0) : spanLength;
    if (start.sequence === -1) await queries.resizeFirstSpan({ list, entries }, db);
    else await run.insertSpan({ ...start, entries }, db);
    if (row === undefined) return;
    start = { list, key: row.sort_key, sequence: row.sequence };
  }
}
