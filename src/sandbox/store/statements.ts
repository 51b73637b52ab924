/** Every query about books and their lists, compiled once for a database. */
import type { BookColumns } from './schema.ts';
import { type Db, type Dialect, type Prepare, createPrepare } from '../database/index.ts';

type NoValues = Record<string, never>;
interface RecordColumn {
  readonly record: string;
}

/** A database or a transaction, with the queries compiled for it. */
export interface Connection {
  readonly db: Db;
  readonly run: Statements;
  /** Ids of lists by account and name; they never change. */
  readonly knownLists: Map<string, number>;
}

export type Statements = ReturnType<typeof prepareStatements>;

export function prepareStatements(db: Db) {
  const prepare = createPrepare(db);
  const { dialect } = db;
  return {
    ...prepareBookStatements(prepare),
    ...prepareReadStatements(prepare),
    ...prepareLookUpStatements(prepare),
    ...prepareEntryStatements(prepare, dialect),
    ...prepareListStatements(prepare, dialect),
    ...prepareSpanStatements(prepare, dialect),
  };
}

const columns =
  'id account sequence version external_id external_folded isbn format title_key languages ' +
  'created_at deleted listed review_at record item item_form';
const columnNames = columns.split(' ');

const fixedColumns: readonly string[] = ['id', 'account', 'sequence', 'created_at'];

function prepareBookStatements(prepare: Prepare) {
  const values = columnNames.map((name) => `:${name}`);
  const changes = columnNames
    .filter((name) => !fixedColumns.includes(name))
    .map((name) => `${name} = :${name}`);
  return {
    insertBook: prepare<BookColumns>(
      `insert into book (${columnNames.join(', ')}) values (${values.join(', ')})
        on conflict do nothing`,
    ),
    replaceBook: prepare<BookColumns>(
      `update book set ${changes.join(', ')} where id = :id and version = :version - 1`,
    ),
    setListed: prepare<{ sequence: number; listed: number }>(
      'update book set listed = :listed where sequence = :sequence',
    ),
  };
}

function prepareReadStatements(prepare: Prepare) {
  return {
    readBook: prepare<{ id: string }, RecordColumn>('select record from book where id = :id'),
    readColumns: prepare<{ id: string }, BookColumns>(
      `select account, sequence, version, title_key, isbn, format, languages, created_at, listed
        from book where id = :id`,
    ),
    booksAfter: prepare<{ after: number; limit: number }, RecordColumn & { sequence: number }>(
      'select sequence, record from book where sequence > :after order by sequence limit :limit',
    ),
    booksBefore: prepare<{ before: number; limit: number }, RecordColumn>(
      'select record from book where sequence < :before order by sequence desc limit :limit',
    ),
    deletedBooks: prepare<NoValues, BookColumns>('select * from book where deleted = 1'),
    lastSequence: prepare<NoValues, { last: number | null }>(
      'select max(sequence) as last from book',
    ),
    nextReview: prepare<NoValues, { at: number | null }>(
      'select min(review_at) as at from book where review_at is not null',
    ),
    readState: prepare<NoValues, { next_review: number | null; control: string | null }>(
      `select (select min(review_at) from book where review_at is not null) as next_review,
        (select text from setting where name = 'control') as control`,
    ),
    // The concatenation keeps the databases from reading all books of the account.
    dueReviews: prepare<{ now: number; account: string; limit: number }, { id: string }>(
      `select id from book where review_at is not null and review_at <= :now
        and account || '' = :account order by review_at limit :limit`,
    ),
  };
}

function prepareLookUpStatements(prepare: Prepare) {
  type ByKey = { account: string; key: string; visibleUntil: number };
  const prepareByKey = (column: string) =>
    prepare<ByKey, RecordColumn>(
      `select record from book where account = :account and ${column} = :key and listed = 1
        and +created_at <= :visibleUntil order by sequence desc`,
    );
  type Other = { account: string; key: string; id: string; deleted: number };
  const prepareOtherByKey = (column: string) =>
    prepare<Other, { id: string }>(
      `select id from book where account = :account and ${column} = :key and id <> :id
        and deleted <= :deleted limit 1`,
    );
  return {
    byExternalId: prepareByKey('external_id'),
    byFoldedId: prepareByKey('external_folded'),
    otherByExternalId: prepareOtherByKey('external_id'),
    otherByFoldedId: prepareOtherByKey('external_folded'),
    othersByIsbn: prepare<{ account: string; isbn: string; id: string }, { id: string }>(
      `select id from book where account = :account and isbn = :isbn and listed = 1
        and id <> :id limit 1`,
    ),
    booksByTitle: prepare<{ list: number; key: string }, RecordColumn>(
      `select record from list_entry join book on book.sequence = list_entry.sequence
        where list = :list and sort_key = :key`,
    ),
  };
}

type Place = { list: number; key: string; sequence: number };

/** Selects entries from a JSON array. Each has the id of a list, the key there, and the book's sequence. */
function selectJsonEntries({ jsonRows }: Dialect): string {
  return `(select cast(value ->> 0 as bigint) as list, value ->> 1 as sort_key,
    cast(value ->> 2 as bigint) as sequence from ${jsonRows(':entries')}) as given`;
}

function prepareEntryStatements(prepare: Prepare, dialect: Dialect) {
  const jsonEntries = selectJsonEntries(dialect);
  type Entries = { entries: string };
  type From = Place & { skipped: number; limit: number };
  return {
    insertEntries: prepare<Entries>(
      `insert into list_entry (list, sort_key, sequence)
        select list, sort_key, sequence from ${jsonEntries} order by list, sort_key, sequence`,
    ),
    deleteEntry: prepare<Place>(
      'delete from list_entry where list = :list and sort_key = :key and sequence = :sequence',
    ),
    entriesFrom: prepare<From, { sort_key: string; sequence: number }>(
      `select sort_key, sequence from list_entry where list = :list
        and (sort_key, sequence) >= (:key, :sequence)
        order by sort_key, sequence limit :limit offset :skipped`,
    ),
  };
}

export interface Span {
  readonly id: number;
  readonly list: number;
  /** The first key of the span. */
  readonly sort_key: string;
  readonly sequence: number;
  readonly entries: number;
}

function prepareListStatements(prepare: Prepare, dialect: Dialect) {
  return {
    findList: prepare<{ account: string; name: string }, { id: number }>(
      'select id from list where account = :account and name = :name',
    ),
    findLists: prepare<{ account: string; names: string }, { id: number; name: string }>(
      `select id, name from list where account = :account
        and name in (select value ->> 0 from ${dialect.jsonRows(':names')})`,
    ),
    insertLists: prepare<{ account: string; names: string }>(
      `insert into list (account, name)
        select :account, value ->> 0 from ${dialect.jsonRows(':names')}`,
    ),
    // The first span of a list starts before every key and every sequence number.
    insertFirstSpans: prepare<{ lists: string }>(
      `insert into list_span (list, sort_key, sequence, entries)
        select cast(value ->> 0 as bigint), '', -1, 0 from ${dialect.jsonRows(':lists')}`,
    ),
  };
}

function prepareSpanStatements(prepare: Prepare, dialect: Dialect) {
  const jsonEntries = selectJsonEntries(dialect);
  return {
    countSpans: prepare<{ entries: string; change: number }, Span>(
      `update list_span set entries = list_span.entries + :change * found.added from (
        select (select span.id from list_span as span where span.list = given.list
          and (span.sort_key, span.sequence) <= (given.sort_key, given.sequence)
          order by span.sort_key desc, span.sequence desc limit 1) as id, count(*) as added
          from ${jsonEntries} group by 1) as found
        where list_span.id = found.id
        returning list_span.id, list_span.list, list_span.sort_key, list_span.sequence,
          list_span.entries`,
    ),
    insertSpan: prepare<Place & { entries: number }, { id: number }>(
      `insert into list_span (list, sort_key, sequence, entries)
        values (:list, :key, :sequence, :entries) returning id`,
    ),
    resizeSpan: prepare<{ id: number; entries: number }>(
      'update list_span set entries = :entries where id = :id',
    ),
    countEntries: prepare<{ list: number }, { total: number | null }>(
      'select cast(sum(entries) as bigint) as total from list_span where list = :list',
    ),
    readSpans: prepare<{ list: number }, Span>(
      `select sort_key, sequence, entries from list_span where list = :list
        order by sort_key, sequence`,
    ),
  };
}
