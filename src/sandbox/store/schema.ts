/** Creates the tables of the store, and refuses those of another version. */
import { sql } from 'kysely';
import { type Db, type Dialect, getDialect } from '../database/index.ts';

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
 * Creates the tables in an empty database.
 * @throws Error if the database has tables of another version
 */
export async function createTables(db: Db, location: string): Promise<void> {
  const version = await readVersion(db);
  if (version === schemaVersion) return;
  if (version !== 'empty') {
    const foundVersion = version === undefined ? 'no schema version' : `schema version ${version}`;
    throw new Error(
      `The data in ${location} has ${foundVersion}, ` +
        `and this program reads only version ${schemaVersion}. Use the release that wrote it.`,
    );
  }
  await db.transaction().execute(async (transaction) => {
    for (const statement of getTableStatements(getDialect(db)))
      await sql.raw(statement).execute(transaction);
    await sql`create table schema_version (version integer not null)`.execute(transaction);
    await sql`insert into schema_version values (${sql.lit(schemaVersion)})`.execute(transaction);
  });
}

/** Returns the schema version, or undefined if the tables have none. */
async function readVersion(db: Db): Promise<number | 'empty' | undefined> {
  const { rows } = await sql.raw<{ name: string }>(getDialect(db).tableNames).execute(db);
  const names = rows.map(({ name }) => name);
  if (!names.includes('schema_version')) return names.includes('book') ? undefined : 'empty';
  const result = await sql<{ version: number | null }>`
    select max(version) as version from schema_version`.execute(db);
  return result.rows[0]?.version ?? undefined;
}
