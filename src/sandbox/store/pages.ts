/** Reads one page of a list. Under the default readings, the cost depends neither on the page nor on the list's length. */
import type { Db } from '../database/index.ts';
import * as run from './list-statements.ts';
import { findList, getListName, maxSpanLength, getTimeKey, type ListSort } from './lists.ts';
import { parseBook } from './schema.ts';
import type { StoredPage, PageQuery } from './store.ts';

export function createPageReader(db: Db) {
  // Under the reading `unstable`, every other page shows books with equal keys in reverse.
  let unstableReads = 0;
  return async (query: PageQuery): Promise<StoredPage> => {
    if (query.unstable) unstableReads += 1;
    const reversesTies = unstableReads % 2 === 1;
    // In a snapshot, reads see no write of another request or process in between.
    return db.transaction(async (snapshot) => {
      const lists = await findPageLists(snapshot, query);
      const showsEverything = !reversesTies && (await isEverythingVisible(snapshot, query));
      const source = showsEverything
        ? createCountedSource(snapshot)
        : createFilteredSource(snapshot, query, reversesTies);
      return readAcrossLists(lists, query, source);
    }, 'snapshot');
  };
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
  readonly readRows: (range: Range, total: number) => Promise<readonly run.ItemRow[]>;
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

async function findPageLists(db: Db, query: PageQuery): Promise<readonly number[]> {
  const sorts: readonly ListSort[] =
    query.sort === 'productIdentifier' ? ['productIdentifier', 'noIdentifier'] : [query.sort];
  const ids: (number | undefined)[] = [];
  for (const sort of sorts) ids.push(await findList(db, query.account, getListName(sort, query)));
  return ids.filter((id) => id !== undefined);
}

/** Returns whether no book is too new to show, so that counters and spans can be used. */
async function isEverythingVisible(db: Db, query: PageQuery): Promise<boolean> {
  if (query.visibleUntil === Number.MAX_SAFE_INTEGER) return true;
  const list = await findList(db, query.account, getListName('createdAt', {}));
  if (list === undefined) return true;
  const key = getTimeKey(query.visibleUntil + 1);
  const newBooks = await run.entriesFrom(db, { list, key, sequence: -1, skipped: 0, limit: 1 });
  return newBooks.length === 0;
}

const listStart = { key: '', sequence: -1 };

/** Creates a source that uses counters, so that it reads less than one span before the page. */
function createCountedSource(db: Db): Source {
  return {
    total: async (list) => (await run.countEntries(db, { list }))[0]?.total ?? 0,
    readRows: async ({ list, readingsHash, descending, skipped, limit }, total) => {
      const first = descending ? total - skipped - limit : skipped;
      // The number of entries after the page. A page near the end is read from the end.
      const after = total - first - limit;
      if (after < maxSpanLength) {
        const rows = await run.pageFromEnd(db, { list, readingsHash, limit, skipped: after });
        return descending ? rows : rows.toReversed();
      }
      const isNearStart = first < maxSpanLength;
      const start = isNearStart
        ? { ...listStart, skipped: first }
        : await findSpan(db, list, first);
      const rows = await run.pageFromStart(db, { list, readingsHash, limit, ...start });
      return descending ? rows.toReversed() : rows;
    },
  };
}

/** Returns the start of the span that contains a position, and the number of its entries before the position. */
async function findSpan(db: Db, list: number, position: number) {
  let [before, start] = [0, listStart];
  for (const { sort_key: key, sequence, entries } of await run.readSpans(db, { list })) {
    start = { key, sequence };
    if (before + entries > position) break;
    before += entries;
  }
  return { ...start, skipped: position - before };
}

/**
 * Creates a source that skips books that are too new to show, or reverses the order of ties. Its cost grows
 * with the list, but only non-default readings need it.
 */
function createFilteredSource(db: Db, { visibleUntil }: PageQuery, reversesTies: boolean): Source {
  return {
    total: async (list) => (await run.filteredTotal(db, { list, visibleUntil }))[0]?.total ?? 0,
    readRows: async ({ descending, ...range }) => {
      const ties = descending === reversesTies ? 'asc' : 'desc';
      return run.filteredPages[descending ? 'desc' : 'asc'][ties](db, { ...range, visibleUntil });
    },
  };
}
