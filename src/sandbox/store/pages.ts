/** Reads one page of a list, however far into it and however long the list is. */
import type { Connection, Span } from './statements.ts';
import { parseBook } from './book-columns.ts';
import { dialectOf, type Run, sqlPreparer } from '../database/index.ts';
import { findList, listName, longestSpan, timeKey, type ListSort } from './lists.ts';
import type { Page, PageQuery } from './store.ts';

/** Returns the function that reads pages from a database. */
export function pageReader(at: Connection): (query: PageQuery) => Promise<Page> {
  const queries = pageQueries(at);
  let unstableReads = 0;
  return async (query) => {
    if (query.unstable) unstableReads += 1;
    const swapped = unstableReads % 2 === 1;
    return atOneMoment(at, async (inside) => {
      const lists = await listsFor(inside, query);
      const everything = !swapped && (await everythingShows(inside, query));
      const source = everything
        ? stableSource(inside, queries)
        : filteredSource(inside, { queries, query, swapped });
      return readParts(lists, query, source);
    });
  };
}

/** Runs reads that must not see a write of another process in between. */
function atOneMoment<T>(at: Connection, read: (inside: Connection) => Promise<T>): Promise<T> {
  if (!dialectOf(at.db).isShared) return read(at);
  return at.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db) => read({ ...at, db }));
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
  readonly form: string;
}

interface Source {
  readonly total: (list: number) => Promise<number>;
  readonly read: (range: Range, total: number) => Promise<readonly ItemRow[]>;
}

/** Reads a page from lists that follow one another. */
async function readParts(
  lists: readonly number[],
  { descending, form, itemOf, ...query }: PageQuery,
  source: Source,
): Promise<Page> {
  let [total, left, skipped] = [0, query.limit, query.offset];
  const items: string[] = [];
  for (const list of lists) {
    const entries = await source.total(list);
    total += entries;
    const limit = Math.min(left, entries - skipped);
    if (limit > 0) {
      const rows = await source.read({ list, descending, skipped, limit, form }, entries);
      for (const { item, stale } of rows) {
        items.push(stale === null ? item : itemOf(parseBook({ record: stale })));
      }
      left -= rows.length;
    }
    skipped = Math.max(0, skipped - entries);
  }
  return { total, items: items.join(',') };
}

/** Returns the ids of the lists that make up a page's order; an empty list has none. */
async function listsFor(at: Connection, query: PageQuery): Promise<readonly number[]> {
  const sorts: readonly ListSort[] =
    query.sort === 'productIdentifier' ? ['productIdentifier', 'noIdentifier'] : [query.sort];
  const ids: (number | undefined)[] = [];
  for (const sort of sorts) ids.push(await findList(at, query.account, listName(sort, query)));
  return ids.filter((id) => id !== undefined);
}

/** Returns whether no book is too new to show, so that counters and spans can be used. */
async function everythingShows(at: Connection, query: PageQuery): Promise<boolean> {
  if (query.shownUntil === Number.MAX_SAFE_INTEGER) return true;
  const list = await findList(at, query.account, listName('createdAt', {}));
  if (list === undefined) return true;
  const from = { list, key: timeKey(query.shownUntil + 1), sequence: -1, skipped: 0, limit: 1 };
  return (await at.run.entriesFrom(from, at.db)).rows.length === 0;
}

type PageQueries = ReturnType<typeof pageQueries>;
type Near = {
  list: number;
  form: string;
  key: string;
  sequence: number;
  limit: number;
  skipped: number;
};
type Filtered = { list: number; form: string; shownUntil: number; limit: number; skipped: number };

const itemColumns =
  'book.item, case when book.item_form = :form then null else book.record end as stale';

/** The queries of a page, compiled once. */
export function pageQueries({ db }: Pick<Connection, 'db'>) {
  const prepare = sqlPreparer(db);
  const near = (order: 'asc' | 'desc', from: string): Run<Near, ItemRow> =>
    prepare(`select ${itemColumns} from (
        select sort_key, sequence from list_entry where list = :list ${from}
        order by sort_key ${order}, sequence ${order} limit :limit offset :skipped) as entry
        join book on book.sequence = entry.sequence
        order by entry.sort_key ${order}, entry.sequence ${order}`);
  const filtered = (order: 'asc' | 'desc', ties: 'asc' | 'desc'): Run<Filtered, ItemRow> =>
    prepare(`select ${itemColumns} from list_entry as entry
        join book on book.sequence = entry.sequence
        where entry.list = :list and +book.created_at <= :shownUntil
        order by entry.sort_key ${order}, entry.sequence ${ties} limit :limit offset :skipped`);
  return {
    fromStart: near('asc', 'and (sort_key, sequence) >= (:key, :sequence)'),
    fromEnd: near('desc', ''),
    filtered: {
      asc: { asc: filtered('asc', 'asc'), desc: filtered('asc', 'desc') },
      desc: { asc: filtered('desc', 'asc'), desc: filtered('desc', 'desc') },
    },
    filteredTotal: prepare<{ list: number; shownUntil: number }, { total: number }>(
      `select count(*) as total from list_entry as entry
        join book on book.sequence = entry.sequence
        where entry.list = :list and +book.created_at <= :shownUntil`,
    ),
  };
}

/** Reads with the help of counters, so that at most part of a span before the page is read. */
function stableSource(at: Connection, queries: PageQueries): Source {
  const { db, run } = at;
  return {
    total: async (list) => (await run.totalOf({ list }, db)).rows[0]?.total ?? 0,
    read: async ({ list, form, descending, skipped, limit }, total) => {
      const first = descending ? total - skipped - limit : skipped;
      const after = total - first - limit;
      if (after < longestSpan) {
        const start = { key: '', sequence: -1 };
        const last = { list, form, limit, skipped: after, ...start };
        const { rows } = await queries.fromEnd(last, db);
        return descending ? rows : rows.toReversed();
      }
      const start = first < longestSpan ? firstSpan(first) : await findSpan(at, list, first);
      const { rows } = await queries.fromStart({ list, form, limit, ...start }, db);
      return descending ? rows.toReversed() : rows;
    },
  };
}

function firstSpan(skipped: number) {
  return { key: '', sequence: -1, skipped };
}

/** Returns the span that holds the entry at a position, and how many of its entries come before. */
async function findSpan({ db, run }: Connection, list: number, position: number) {
  const { rows } = await run.spansOf({ list }, db);
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
 * Reads past books that are too new to show, or with ties the other way round. Its cost grows with
 * the list; only readings that are not the default ask for it.
 */
function filteredSource({ db }: Connection, { queries, query, swapped }: Filter): Source {
  const { shownUntil } = query;
  return {
    total: async (list) =>
      (await queries.filteredTotal({ list, shownUntil }, db)).rows[0]?.total ?? 0,
    read: async ({ list, form, descending, skipped, limit }) => {
      const order = descending ? 'desc' : 'asc';
      const ties = descending === swapped ? 'asc' : 'desc';
      const page = { list, form, shownUntil, skipped, limit };
      return (await queries.filtered[order][ties](page, db)).rows;
    },
  };
}
