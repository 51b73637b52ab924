/** The statements about books, grants and settings. */
import { type Dialect, sql } from '../database/index.ts';
import type { Grant } from '../book/index.ts';
import type { BookColumns } from './schema.ts';

interface RecordColumn {
  readonly record: string;
}

const columnNames = (
  'id account sequence version external_id external_folded isbn format title_key languages ' +
  'created_at deleted listed review_at record item item_form'
).split(' ');
const changes = columnNames
  .filter((name) => !['id', 'account', 'sequence', 'created_at'].includes(name))
  .map((name) => `${name} = :${name}`);

export const insertBook = sql<{ id: string }>(
  `insert into book (${columnNames.join(', ')}) values (:${columnNames.join(', :')})
    on conflict do nothing returning id`,
);
export const replaceBook = sql<{ id: string }>(
  `update book set ${changes.join(', ')} where id = :id and version = :version - 1 returning id`,
);
export const readBook = sql<RecordColumn>('select record from book where id = :id');

/** The columns that decide the place of a book in lists. */
const placeColumns =
  'account, sequence, version, title_key, isbn, format, languages, created_at, listed';
export const readColumns = sql<BookColumns>(`select ${placeColumns} from book where id = :id`);
export const columnsAfter = sql<BookColumns>(
  `select ${placeColumns} from book where sequence > :after order by sequence limit :limit`,
);
export const booksAfter = sql<RecordColumn>(
  'select record from book where sequence > :after order by sequence limit :limit',
);
export const booksBefore = sql<RecordColumn>(
  'select record from book where sequence < :before order by sequence desc limit :limit',
);
export const lastSequence = sql<{ last: number | null }>('select max(sequence) as last from book');
export const takeSequences = sql<{ number: number }>(
  "select nextval('book_sequence') as number from generate_series(1, :count)",
);
export const nextReview = sql<{ at: number | null }>(
  'select min(review_at) as at from book where review_at is not null',
);
export const readState = sql<{ next_review: number | null; control: string | null }>(
  `select (select min(review_at) from book where review_at is not null) as next_review,
    (select text from setting where name = 'control') as control`,
);
// The concatenation keeps the databases from reading all books of the account.
export const dueReviews = sql<{ id: string }>(
  `select id from book where review_at is not null and review_at <= :now
    and account || '' = :account order by review_at limit :limit`,
);

const findByKey = (column: string) =>
  sql<RecordColumn>(
    `select record from book where account = :account and ${column} = :key and listed = 1
      and +created_at <= :visibleUntil order by sequence desc`,
  );
export const byExternalId = findByKey('external_id');
export const byFoldedId = findByKey('external_folded');
const findOtherByKey = (column: string) =>
  sql<{ id: string }>(
    `select id from book where account = :account and ${column} = :key and id <> :id
      and deleted <= :deleted limit 1`,
  );
export const otherByExternalId = findOtherByKey('external_id');
export const otherByFoldedId = findOtherByKey('external_folded');
export const othersByIsbn = sql<{ id: string }>(
  `select id from book where account = :account and isbn = :isbn and listed = 1
    and id <> :id limit 1`,
);
export const booksByTitle = sql<RecordColumn>(
  `select record from list_entry join book on book.sequence = list_entry.sequence
    where list = :list and sort_key = :key`,
);

/** A row of the table `file_grant`; `storedHash` is read from the column `stored_hash`. */
export type GrantRow = Omit<Grant, 'createdAt'> & {
  /** The time of creation, and the order of the grants of one request. */
  readonly sequence: number;
  readonly claim: string | null;
};
const fields =
  'id bookId sequence referenceId role filename hash nonce expiresAt claim uploads storedHash storedKey attachedAt'.split(
    ' ',
  );
const grantColumns = fields.map((field) =>
  field.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`),
);
const selectGrant = `select ${fields
  .map((field, index) => `${grantColumns[index]} as "${field}"`)
  .join(', ')} from file_grant`;

export const insertGrant = sql(
  `insert into file_grant (${grantColumns.join(', ')}) values (:${fields.join(', :')})`,
);
export const findGrant = sql<GrantRow>(
  `${selectGrant} where book_id = :bookId and role = :role and hash = :hash
    order by sequence desc limit 1`,
);
export const readGrant = sql<GrantRow>(`${selectGrant} where id = :id`);
export const renewGrant = sql(
  `update file_grant set nonce = :nonce, expires_at = :expiresAt, uploads = 0, claim = null
    where id = :id`,
);
export const noteAttached = sql(
  'update file_grant set attached_at = :at, stored_hash = :hash where id = :id',
);
// A claim is a single statement, so that only one of several uploads to a URL proceeds.
export const claimGrant = sql<{ id: string }>(
  ({ orClaimerGone }) =>
    `update file_grant set claim = :claim where id = :id and attached_at is null
      and uploads < :maxUploads and (claim is null${orClaimerGone}) returning id`,
);
export const releaseGrant = sql(
  'update file_grant set claim = null where id = :id and claim = :claim',
);
export const releaseAll = sql('update file_grant set claim = null where claim is not null');
// A file that was attached since the upload began keeps its bytes.
export const noteUpload = sql<{ id: string }>(
  `update file_grant set claim = null, stored_hash = :hash, stored_key = :key, uploads = uploads + 1
    where id = :id and attached_at is null and claim = :claim returning id`,
);
// A join would read all books of the account, but there are few expired grants.
export const removeExpired = sql<{ key: string | null }>(
  `delete from file_grant where id in (
    select id from file_grant where attached_at is null and expires_at < :before
    and (select account from book where book.id = file_grant.book_id) = :account
    order by expires_at limit 100) returning stored_key as key`,
);

export const readSetting = sql<{ text: string }>('select text from setting where name = :name');
export const insertSetting = sql(
  'insert into setting (name, text) values (:name, :text) on conflict do nothing',
);
export const writeSetting = sql(
  `insert into setting (name, text) values (:name, :text)
    on conflict (name) do update set text = excluded.text`,
);

const files = 'select stored_key as key from file_grant where stored_key is not null';
const ofBooks = 'book_id in (select id from book where account = :account)';
export const allFiles = sql<{ key: string }>(files);
export const filesOf = sql<{ key: string }>(`${files} and ${ofBooks}`);

const ofLists = 'list in (select id from list where account = :account)';
const removeAll = (table: string) => sql(({ deleteAll }: Dialect) => `${deleteAll} ${table}`);
// Readers of a page lock entries before books; another order could lead to a deadlock.
export const removeEverything = {
  entries: removeAll('list_entry'),
  grants: removeAll('file_grant'),
  books: removeAll('book'),
  spans: sql('delete from list_span where sequence >= 0'),
  firstSpans: sql('update list_span set entries = 0'),
};
export const removeAccount = {
  entries: sql(`delete from list_entry where ${ofLists}`),
  grants: sql(`delete from file_grant where ${ofBooks}`),
  books: sql('delete from book where account = :account'),
  spans: sql(`delete from list_span where sequence >= 0 and ${ofLists}`),
  firstSpans: sql(`update list_span set entries = 0 where ${ofLists}`),
};
