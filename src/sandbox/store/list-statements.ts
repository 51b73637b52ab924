/** The statements about lists, their entries and their spans. */
import { type Dialect, sql } from '../database/index.ts';

/** Selects entries from a JSON array. Each has the id of a list, the key there, and the book's sequence. */
const jsonEntries = ({ jsonRows }: Dialect) =>
  `(select cast(value ->> 0 as bigint) as list, value ->> 1 as sort_key,
    cast(value ->> 2 as bigint) as sequence from ${jsonRows(':entries')}) as given`;

export const insertEntries = sql(
  (dialect) => `insert into list_entry (list, sort_key, sequence)
    select list, sort_key, sequence from ${jsonEntries(dialect)} order by list, sort_key, sequence`,
);
export const deleteEntry = sql(
  'delete from list_entry where list = :list and sort_key = :key and sequence = :sequence',
);
export const entriesFrom = sql<{ sort_key: string; sequence: number }>(
  `select sort_key, sequence from list_entry where list = :list
    and (sort_key, sequence) >= (:key, :sequence)
    order by sort_key, sequence limit :limit offset :skipped`,
);

export const findList = sql<{ id: number }>(
  'select id from list where account = :account and name = :name',
);
export const findLists = sql<{ id: number; name: string }>(
  ({ jsonRows }) => `select id, name from list where account = :account
    and name in (select value ->> 0 from ${jsonRows(':names')})`,
);
export const insertLists = sql(
  ({ jsonRows }) => `insert into list (account, name)
    select :account, value ->> 0 from ${jsonRows(':names')}`,
);
// The first span of a list starts before every key and every sequence number.
export const insertFirstSpans = sql(
  ({ jsonRows }) => `insert into list_span (list, sort_key, sequence, entries)
    select cast(value ->> 0 as bigint), '', -1, 0 from ${jsonRows(':lists')}`,
);

export interface Span {
  readonly id: number;
  readonly list: number;
  /** The first key of the span. */
  readonly sort_key: string;
  readonly sequence: number;
  readonly entries: number;
}

export const countSpans = sql<Span>(
  (dialect) => `update list_span set entries = list_span.entries + :change * found.added from (
    select (select span.id from list_span as span where span.list = given.list
      and (span.sort_key, span.sequence) <= (given.sort_key, given.sequence)
      order by span.sort_key desc, span.sequence desc limit 1) as id, count(*) as added
      from ${jsonEntries(dialect)} group by 1) as found
    where list_span.id = found.id
    returning list_span.id, list_span.list, list_span.sort_key, list_span.sequence,
      list_span.entries`,
);
export const insertSpan = sql<{ id: number }>(
  `insert into list_span (list, sort_key, sequence, entries)
    values (:list, :key, :sequence, :entries) returning id`,
);
export const resizeSpan = sql('update list_span set entries = :entries where id = :id');
export const resizeFirstSpan = sql(
  'update list_span set entries = :entries where list = :list and sequence = -1',
);
export const countEntries = sql<{ total: number | null }>(
  'select cast(sum(entries) as bigint) as total from list_span where list = :list',
);
export const readSpans = sql<Pick<Span, 'sort_key' | 'sequence' | 'entries'>>(
  `select sort_key, sequence, entries from list_span where list = :list
    order by sort_key, sequence`,
);

/** An item of a page; with the whole book, if the item was written under other readings. */
export interface ItemRow {
  readonly item: string;
  readonly stale: string | null;
}

const itemColumns =
  'book.item, case when book.item_form = :readingsHash then null else book.record end as stale';
const selectNear = (order: 'asc' | 'desc', start: string) =>
  sql<ItemRow>(`select ${itemColumns} from (
      select sort_key, sequence from list_entry where list = :list ${start}
      order by sort_key ${order}, sequence ${order} limit :limit offset :skipped) as entry
    join book on book.sequence = entry.sequence
    order by entry.sort_key ${order}, entry.sequence ${order}`);
export const pageFromStart = selectNear('asc', 'and (sort_key, sequence) >= (:key, :sequence)');
export const pageFromEnd = selectNear('desc', '');

const visibleEntries = `list_entry as entry join book on book.sequence = entry.sequence
    where entry.list = :list and +book.created_at <= :visibleUntil`;
const selectFiltered = (order: 'asc' | 'desc', ties: 'asc' | 'desc') =>
  sql<ItemRow>(`select ${itemColumns} from ${visibleEntries}
    order by entry.sort_key ${order}, entry.sequence ${ties} limit :limit offset :skipped`);
export const filteredPages = {
  asc: { asc: selectFiltered('asc', 'asc'), desc: selectFiltered('asc', 'desc') },
  desc: { asc: selectFiltered('desc', 'asc'), desc: selectFiltered('desc', 'desc') },
};
export const filteredTotal = sql<{ total: number }>(
  `select count(*) as total from ${visibleEntries}`,
);

export const createHeap = sql(
  ({ text, withoutRowid }) => `create temp table entry_heap (list bigint, sequence bigint,
    sort_key ${text}, primary key (list, sequence)) ${withoutRowid}`,
);
export const fillHeap = sql(
  (dialect) => `insert into entry_heap (list, sort_key, sequence)
    select list, sort_key, sequence from ${jsonEntries(dialect)}`,
);
export const insertSorted = sql(
  `insert into list_entry (list, sort_key, sequence) select list, sort_key, sequence
    from entry_heap where list = :list order by sort_key, sequence`,
);
export const dropHeap = sql('drop table entry_heap');
export const allLists = sql<{ id: number }>('select id from list');
export const countFrom = sql<{ entries: number }>(
  `select count(*) as entries from list_entry where list = :list
    and (sort_key, sequence) >= (:key, :sequence)`,
);
