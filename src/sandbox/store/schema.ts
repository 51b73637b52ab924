/** Creates the tables of the store, and converts those of an older version. */
import { sql } from 'kysely';
import { toBookColumns, parseBook, type BookColumns } from './book-columns.ts';
import { type Db, type Dialect, getDialect } from '../database/index.ts';
import { insertEntries } from './lists.ts';
import type { Connection } from './statements.ts';

function getTableStatements({ text, generatedId, explicitId, withoutRowid, isShared }: Dialect) {
  return [
    `create table book (
      sequence ${explicitId}, id text not null unique, account text not null,
      version bigint not null, external_id ${text}, external_folded ${text}, isbn ${text},
      title_key ${text} not null, format text not null, languages text not null,
      created_at bigint not null, deleted bigint not null, listed bigint not null,
      review_at bigint, record text not null, item text not null, item_form text not null)`,
    'create index book_external on book (account, external_id, sequence)',
    'create index book_folded on book (account, external_folded, sequence)',
    'create index book_isbn on book (account, isbn)',
    'create index book_review on book (review_at) where review_at is not null',
    'create index book_deleted on book (sequence) where deleted = 1',
    `create table list (
      id ${generatedId}, account text not null, name text not null, unique (account, name))`,
    `create table list_entry (
      list bigint not null, sort_key ${text} not null, sequence bigint not null,
      primary key (list, sort_key, sequence)) ${withoutRowid}`,
    `create table list_span (
      id ${generatedId}, list bigint not null, sort_key ${text} not null,
      sequence bigint not null, entries bigint not null)`,
    'create index list_span_start on list_span (list, sort_key, sequence, entries)',
    `create table file_grant (
      id text primary key, book_id text not null, sequence bigint not null,
      reference_id text not null, role text not null, filename text not null, hash text not null,
      nonce text not null, expires_at bigint not null, claim text, uploads bigint not null,
      stored_hash text, attached_at bigint)`,
    'create index grant_file on file_grant (book_id, role, hash, sequence)',
    'create index grant_claim on file_grant (claim) where claim is not null',
    'create table setting (name text primary key, text text not null)',
    ...(isShared ? ['create sequence book_sequence'] : []),
  ];
}

/** The version that this code reads and writes. */
export const schemaVersion = 2;

/**
 * Creates the tables, or converts those of an earlier version.
 * @throws Error if the database is newer than this program
 */
export async function migrate(connection: Connection, location: string): Promise<void> {
  const { db } = connection;
  const version = await readVersion(db);
  if (version === schemaVersion) return;
  if (version > schemaVersion) {
    throw new Error(
      `The data in ${location} has schema version ${version}, and this program knows ` +
        `${schemaVersion} at most. Use a newer release.`,
    );
  }
  await db.transaction().execute(async (transaction) => {
    if (version === 1) await renameFirstTables(transaction);
    for (const statement of getTableStatements(getDialect(db)))
      await sql.raw(statement).execute(transaction);
    if (version === 1) await convertFirstSchema({ ...connection, db: transaction });
    await sql`create table if not exists schema_version (version integer not null)`.execute(
      transaction,
    );
    await sql`insert into schema_version values (${sql.lit(schemaVersion)})`.execute(transaction);
  });
}

/** Returns the schema version: 0 for an empty database, and 1 for the first tables, which have no version. */
async function readVersion(db: Db): Promise<number> {
  const { rows } = await sql.raw<{ name: string }>(getDialect(db).tableNames).execute(db);
  const names = rows.map(({ name }) => name);
  if (!names.includes('schema_version')) return names.includes('book') ? 1 : 0;
  const result = await sql<{ version: number | null }>`
    select max(version) as version from schema_version`.execute(db);
  const version = result.rows[0]?.version;
  if (typeof version === 'number') return version;
  throw new Error(
    'The schema version of the data is missing, so it was not written by this program.',
  );
}

async function renameFirstTables(db: Db): Promise<void> {
  const indexes = 'book_claim book_external book_created book_title book_isbn grant_file';
  for (const index of indexes.split(' ')) {
    await sql.raw(`drop index if exists ${index}`).execute(db);
  }
  for (const table of ['book', 'file_grant', 'setting']) {
    await sql.raw(`alter table ${table} rename to first_${table}`).execute(db);
  }
}

const chunkSize = 500;

/** Copies books, grants and settings from the tables named `first_…`, then drops these tables. */
async function convertFirstSchema(connection: Connection): Promise<void> {
  const { db, run } = connection;
  for (let after = 0; ;) {
    const { rows } = await sql<{ sequence: number; record: string; listed: number }>`
      select sequence, record, listed from first_book where sequence > ${after}
      order by sequence limit ${chunkSize}`.execute(db);
    const listedBooks: BookColumns[] = [];
    for (const row of rows) {
      const isListed = row.listed === 1;
      // The empty hash belongs to no readings, so the item is created when a list first shows the book.
      const item = { item: '', readingsHash: '' };
      const columns = toBookColumns({ book: parseBook(row), ...item, isListed });
      await run.insertBook(columns, db);
      if (isListed) listedBooks.push(columns);
    }
    await insertEntries(connection, listedBooks);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.sequence;
  }
  await sql`insert into file_grant select * from first_file_grant`.execute(db);
  await sql`insert into setting select * from first_setting where name <> 'readings'`.execute(db);
  for (const table of ['book', 'file_grant', 'setting']) {
    await sql.raw(`drop table first_${table}`).execute(db);
  }
}
