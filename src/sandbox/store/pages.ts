/** Reads one page of a list. Under the default readings, the cost depends neither on the page nor on the list's length. */
import type { Connection, Span } from './statements.ts';
import { parseBook } from './schema.ts';
import { createPrepare } from '../database/index.ts';
import { findList, getListName, maxSpanLength, getTimeKey, type ListSort } from './lists.ts';
import type { StoredPage, PageQuery, Store } from './store.ts';

/** Returns the function that reads pages from a database. */
export function createPageReader(connection: Connection): Store['readPage'] {
  const queries = preparePageQueries(connection);
  // Under the reading `unstable`, every other page shows books with equal keys in reverse.
  let unstableReads = 0;
  return async (query) => {
    if (query.unstable) unstableReads += 1;
    const reversesTies = unstableReads % 2 === 1;
    return inSnapshot(connection, async (snapshot) => {
      const lists = await findPageLists(snapshot, query);
      const showsEverything = !reversesTies && (await isEverythingVisible(snapshot, query));
      const source = showsEverything
        ? createCountedSource(snapshot, queries)
        : createFilteredSource(snapshot, { queries, query, reversesTies });
      return readAcrossLists(lists, query, source);
    });
  };
}

/** Runs a task in a snapshot, so that its reads see no write of another request or process in between. */
function inSnapshot<T>(connection: Connection, task: (snapshot: Connection) => Promise<T>) {
  return connection.db.transaction((db) => task({ ...connection, db }), 'snapshot');
}

interface ItemRow {
  readonly item: string;
  /** The whole book, if the item was written under other readings. */
  readonly stale: string | null;
}

/** Consecutive entries of a list, after `skipped` entries in the direction of the page. */
interface Range {
  readonly list: number;
  readonly descending: boolean;
  readonly skipped: number;
  readonly limit: number;
  readonly readingsHash: string;
}

interface Source {
  readonly total: (list: number) => Promise<number>;
  readonly readRows: (range: Range, total: number) => Promise<readonly ItemRow[]>;
}

/** Reads a page from several lists as if they were one list. */
async function readAcrossLists(
  lists: readonly number[],
  { descending, readingsHash, itemOf, ...query }: PageQuery,
  source: Source,
): Promise<StoredPage> {
  let [total, remaining, skipped] = [0, query.limit, query.offset];
  const items: string[] = [];
  for (const list of lists) {
    const entries = await source.total(list);
    total += entries;
    const limit = Math.min(remaining, entries - skipped);
    if (limit > 0) {
      const range = { list, descending, skipped, limit, readingsHash };
      const rows = await source.readRows(range, entries);
      for (const { item, stale } of rows) {
        items.push(stale === null ? item : itemOf(parseBook({ record: stale })));
      }
      remaining -= rows.length;
    }
    skipped = Math.max(0, skipped - entries);
  }
  return { total, items: items.join(',') };
}

async function findPageLists(connection: Connection, query: PageQuery): Promise<readonly number[]> {
  const sorts: readonly ListSort[] =
    query.sort === 'productIdentifier' ? ['productIdentifier', 'noIdentifier'] : [query.sort];
  const ids: (number | undefined)[] = [];
  for (const sort of sorts)
    ids.push(await findList(connection, query.account, getListName(sort, query)));
  return ids.filter((id) => id !== undefined);
}

/** Returns whether no book is too new to show, so that counters and spans can be used. */
async function isEverythingVisible(connection: Connection, query: PageQuery): Promise<boolean> {
  if (query.visibleUntil === Number.MAX_SAFE_INTEGER) return true;
  const list = await findList(connection, query.account, getListName('createdAt', {}));
  if (list === undefined) return true;
  const key = getTimeKey(query.visibleUntil + 1);
  const from = { list, key, sequence: -1, skipped: 0, limit: 1 };
  return (await connection.run.entriesFrom(from, connection.db)).rows.length === 0;
}

type PageQueries = ReturnType<typeof preparePageQueries>;
type PageValues = { list: number; readingsHash: string; limit: number; skipped: number };
type NearValues = PageValues & { key: string; sequence: number };
type FilteredValues = PageValues & { visibleUntil: number };

const itemColumns =
  'book.item, case when book.item_form = :readingsHash then null else book.record end as stale';

/** The queries of a page, compiled once. */
export function preparePageQueries({ db }: Pick<Connection, 'db'>) {
  const prepare = createPrepare(db);
  const selectNear = (order: 'asc' | 'desc', oneNewBook: string) =>
    prepare<NearValues, ItemRow>(`select ${itemColumns} from (
        select sort_key, sequence from list_entry where list = :list ${oneNewBook}
        order by sort_key ${order}, sequence ${order} limit :limit offset :skipped) as entry
        join book on book.sequence = entry.sequence
        order by entry.sort_key ${order}, entry.sequence ${order}`);
  const selectFiltered = (order: 'asc' | 'desc', ties: 'asc' | 'desc') =>
    prepare<FilteredValues, ItemRow>(`select ${itemColumns} from list_entry as entry
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

/** Creates a source that uses counters, so that it reads less than one span before the page. */
function createCountedSource(connection: Connection, queries: PageQueries): Source {
  const { db, run } = connection;
  return {
    total: async (list) => (await run.countEntries({ list }, db)).rows[0]?.total ?? 0,
    readRows: async ({ list, readingsHash, descending, skipped, limit }, total) => {
      const first = descending ? total - skipped - limit : skipped;
      // The number of entries after the page. A page near the end is read from the end.
      const after = total - first - limit;
      if (after < maxSpanLength) {
        const last = { list, readingsHash, limit, skipped: after, ...listStart };
        const { rows } = await queries.fromEnd(last, db);
        return descending ? rows : rows.toReversed();
      }
      const isNearStart = first < maxSpanLength;
      const start = isNearStart
        ? { ...listStart, skipped: first }
        : await findSpan(connection, list, first);
      const { rows } = await queries.fromStart({ list, readingsHash, limit, ...start }, db);
      return descending ? rows.toReversed() : rows;
    },
  };
}

const listStart = { key: '', sequence: -1 };

/** Returns the start of the span that contains a position, and the number of its entries before the position. */
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
  readonly reversesTies: boolean;
}

/**
 * Creates a source that skips books that are too new to show, or reverses the order of ties. Its cost grows
 * with the list, but only non-default readings need it.
 */
function createFilteredSource(
  { db }: Connection,
  { queries, query, reversesTies }: Filter,
): Source {
  const { visibleUntil } = query;
  return {
    total: async (list) =>
      (await queries.filteredTotal({ list, visibleUntil }, db)).rows[0]?.total ?? 0,
    readRows: async ({ list, readingsHash, descending, skipped, limit }) => {
      const order = descending ? 'desc' : 'asc';
      const ties = descending === reversesTies ? 'asc' : 'desc';
      const page = { list, readingsHash, visibleUntil, skipped, limit };
      return (await queries.filtered[order][ties](page, db)).rows;
    },
  };
}
