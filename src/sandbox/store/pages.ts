/** Reads one page of a list, however far into it and however long the list is. */
import type { Connection, Span } from './statements.ts';
import { parseBook } from './book-columns.ts';
import { getDialect, type PreparedQuery, createPrepare } from '../database/index.ts';
import { findList, listName, maxSpanLength, timeKey, type ListSort } from './lists.ts';
import type { Page, PageQuery } from './store.ts';

/** Returns the function that reads pages from a database. */
export function createPageReader(connection: Connection): (query: PageQuery) => Promise<Page> {
  const queries = pageQueries(connection);
  let unstableReads = 0;
  return async (query) => {
    if (query.unstable) unstableReads += 1;
    const swapped = unstableReads % 2 === 1;
    return inSnapshot(connection, async (snapshot) => {
      const lists = await findPageLists(snapshot, query);
      const showsEverything = !swapped && (await isEverythingVisible(snapshot, query));
      const source = showsEverything
        ? createCountedSource(snapshot, queries)
        : createFilteredSource(snapshot, { queries, query, swapped });
      return readParts(lists, query, source);
    });
  };
}

/** Runs reads that must not see a write of another process in between. */
function inSnapshot<T>(
  connection: Connection,
  read: (snapshot: Connection) => Promise<T>,
): Promise<T> {
  if (!getDialect(connection.db).isShared) return read(connection);
  return connection.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db) => read({ ...connection, db }));
}

interface ItemRow {
  readonly item: string;
  /** The whole book, if the item was written under other readings. */
  readonly stale: string | null;
}

/** A run of consecutive entries: `skipped` of them from the start of the page's direction. */
interface Range {
  readonly list: number;
  readonly descending: boolean;
  readonly skipped: number;
  readonly limit: number;
  readonly readingsHash: string;
}

interface Source {
  readonly total: (list: number) => Promise<number>;
  readonly read: (range: Range, total: number) => Promise<readonly ItemRow[]>;
}

/** Reads a page from lists that follow one another. */
async function readParts(
  lists: readonly number[],
  { descending, readingsHash, itemOf, ...query }: PageQuery,
  source: Source,
): Promise<Page> {
  let [total, remaining, skipped] = [0, query.limit, query.offset];
  const items: string[] = [];
  for (const list of lists) {
    const entries = await source.total(list);
    total += entries;
    const limit = Math.min(remaining, entries - skipped);
    if (limit > 0) {
      const rows = await source.read({ list, descending, skipped, limit, readingsHash }, entries);
      for (const { item, stale } of rows) {
        items.push(stale === null ? item : itemOf(parseBook({ record: stale })));
      }
      remaining -= rows.length;
    }
    skipped = Math.max(0, skipped - entries);
  }
  return { total, items: items.join(',') };
}

/** Returns the ids of the lists that make up a page's order; an empty list has none. */
async function findPageLists(connection: Connection, query: PageQuery): Promise<readonly number[]> {
  const sorts: readonly ListSort[] =
    query.sort === 'productIdentifier' ? ['productIdentifier', 'noIdentifier'] : [query.sort];
  const ids: (number | undefined)[] = [];
  for (const sort of sorts)
    ids.push(await findList(connection, query.account, listName(sort, query)));
  return ids.filter((id) => id !== undefined);
}

/** Returns whether no book is too new to show, so that counters and spans can be used. */
async function isEverythingVisible(connection: Connection, query: PageQuery): Promise<boolean> {
  if (query.visibleUntil === Number.MAX_SAFE_INTEGER) return true;
  const list = await findList(connection, query.account, listName('createdAt', {}));
  if (list === undefined) return true;
  const from = { list, key: timeKey(query.visibleUntil + 1), sequence: -1, skipped: 0, limit: 1 };
  return (await connection.run.entriesFrom(from, connection.db)).rows.length === 0;
}

type PageQueries = ReturnType<typeof pageQueries>;
type NearValues = {
  list: number;
  readingsHash: string;
  key: string;
  sequence: number;
  limit: number;
  skipped: number;
};
type FilteredValues = {
  list: number;
  readingsHash: string;
  visibleUntil: number;
  limit: number;
  skipped: number;
};

const itemColumns =
  'book.item, case when book.item_form = :readingsHash then null else book.record end as stale';

/** The queries of a page, compiled once. */
export function pageQueries({ db }: Pick<Connection, 'db'>) {
  const prepare = createPrepare(db);
  const selectNear = (
    order: 'asc' | 'desc',
    oneNewBook: string,
  ): PreparedQuery<NearValues, ItemRow> =>
    prepare(`select ${itemColumns} from (
        select sort_key, sequence from list_entry where list = :list ${oneNewBook}
        order by sort_key ${order}, sequence ${order} limit :limit offset :skipped) as entry
        join book on book.sequence = entry.sequence
        order by entry.sort_key ${order}, entry.sequence ${order}`);
  const selectFiltered = (
    order: 'asc' | 'desc',
    ties: 'asc' | 'desc',
  ): PreparedQuery<FilteredValues, ItemRow> =>
    prepare(`select ${itemColumns} from list_entry as entry
        join book on book.sequence = entry.sequence
        where entry.list = :list and +book.created_at <= :visibleUntil
        order by entry.sort_key ${order}, entry.sequence ${ties} limit :limit offset :skipped`);
  return {
    fromStart: selectNear('asc', 'and (sort_key, sequence) >= (:key, :sequence)'),
    fromEnd: selectNear('desc', ''),
    filtered: {
      asc: { asc: selectFiltered('asc', 'asc'), desc: selectFiltered('asc', 'desc') },
      desc: { asc: selectFiltered('desc', 'asc'), desc: selectFiltered('desc', 'desc') },
    },
    filteredTotal: prepare<{ list: number; visibleUntil: number }, { total: number }>(
      `select count(*) as total from list_entry as entry
        join book on book.sequence = entry.sequence
        where entry.list = :list and +book.created_at <= :visibleUntil`,
    ),
  };
}

/** Reads with the help of counters, so that at most part of a span before the page is read. */
function createCountedSource(connection: Connection, queries: PageQueries): Source {
  const { db, run } = connection;
  return {
    total: async (list) => (await run.countEntries({ list }, db)).rows[0]?.total ?? 0,
    read: async ({ list, readingsHash, descending, skipped, limit }, total) => {
      const first = descending ? total - skipped - limit : skipped;
      const after = total - first - limit;
      if (after < maxSpanLength) {
        const start = { key: '', sequence: -1 };
        const last = { list, readingsHash, limit, skipped: after, ...start };
        const { rows } = await queries.fromEnd(last, db);
        return descending ? rows : rows.toReversed();
      }
      const start =
        first < maxSpanLength ? startOfList(first) : await findSpan(connection, list, first);
      const { rows } = await queries.fromStart({ list, readingsHash, limit, ...start }, db);
      return descending ? rows.toReversed() : rows;
    },
  };
}

function startOfList(skipped: number) {
  return { key: '', sequence: -1, skipped };
}

/** Returns the span that holds the entry at a position, and how many of its entries come before. */
async function findSpan({ db, run }: Connection, list: number, position: number) {
  const { rows } = await run.readSpans({ list }, db);
  let before = 0;
  let start: Pick<Span, 'sort_key' | 'sequence'> = { sort_key: '', sequence: -1 };
  for (const span of rows) {
    start = span;
    if (before + span.entries > position) break;
    before += span.entries;
  }
  return { key: start.sort_key, sequence: start.sequence, skipped: position - before };
}

interface Filter {
  readonly queries: PageQueries;
  readonly query: PageQuery;
  readonly swapped: boolean;
}

/**
 * Skips books that are too new to show, or reverses the order of ties. The cost grows with the
 * list; only non-default readings need it.
 */
function createFilteredSource({ db }: Connection, { queries, query, swapped }: Filter): Source {
  const { visibleUntil } = query;
  return {
    total: async (list) =>
      (await queries.filteredTotal({ list, visibleUntil }, db)).rows[0]?.total ?? 0,
    read: async ({ list, readingsHash, descending, skipped, limit }) => {
      const order = descending ? 'desc' : 'asc';
      const ties = descending === swapped ? 'asc' : 'desc';
      const page = { list, readingsHash, visibleUntil, skipped, limit };
      return (await queries.filtered[order][ties](page, db)).rows;
    },
  };
}
