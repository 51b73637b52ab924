/**
 * Creates the tables of the store, and refuses those of another version. Books as rows of the table `book`,
 * and back. Turns text into column values that can be indexed, sorted and compared. A database ends text at
 * U+0000 or refuses it, replaces lone surrogates, and PostgreSQL cannot index values above about 2,700 bytes.
 */
import { createHash } from 'node:crypto';
import { type Db, type Dialect, sql } from '../database/index.ts';
import type { Book } from '../book/index.ts';
import type { Row } from './store.ts';

function getTableStatements({ text, generatedId, withoutRowid, isShared }: Dialect) {
  return [
    `create table book (
      sequence ${generatedId}, id text not null unique, account text not null,
      version bigint not null, external_id ${text}, external_folded ${text}, isbn ${text},
      title_key ${text} not null, format text not null, languages text not null,
      created_at bigint not null, deleted bigint not null, listed bigint not null,
      review_at bigint, record text not null, item text not null, item_form text not null)`,
    'create index book_external on book (account, external_id, sequence)',
    'create index book_folded on book (account, external_folded, sequence)',
    'create index book_isbn on book (account, isbn)',
    'create index book_review on book (review_at) where review_at is not null',
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
      stored_hash text, stored_key text, attached_at bigint)`,
    'create index grant_expiry on file_grant (expires_at) where attached_at is null',
    'create index grant_file on file_grant (book_id, role, hash, sequence)',
    'create index grant_claim on file_grant (claim) where claim is not null',
    'create table setting (name text primary key, text text not null)',
    ...(isShared ? ['create sequence book_sequence'] : []),
  ];
}

export const schemaVersion = 3;

/** @throws Error if the database has tables of another version */
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
  await db.transaction(async ({ query, dialect }) => {
    for (const statement of getTableStatements(dialect)) await query(statement);
    await query('create table schema_version (version integer not null)');
    await query(`insert into schema_version values (${schemaVersion})`);
  });
}

const tableNames = sql<{ name: string }>((dialect) => dialect.tableNames);
const latestVersion = sql<{ version: number | null }>(
  'select max(version) as version from schema_version',
);

async function readVersion(db: Db): Promise<number | 'empty' | undefined> {
  const names = (await tableNames(db)).map(({ name }) => name);
  if (!names.includes('schema_version')) return names.includes('book') ? undefined : 'empty';
  return (await latestVersion(db))[0]?.version ?? undefined;
}

/** In UTF-16 units of at most three bytes each, so that an index row stays below 2,700 bytes. */
const maxKeyLength = 600;

/** Replaces U+0000 without changing the sort order; `unescapeText` undoes it. */
export function escapeText(text: string): string {
  return text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001');
}

export function unescapeText(escapedText: string): string {
  return escapedText.replaceAll('\u0001\u0001', '\u0000').replaceAll('\u0001\u0002', '\u0001');
}

/** Returns the key by which text is sorted: its first 600 characters, escaped. */
export function toSortKey(text: string): string {
  return escapeText(toWellFormed(truncate(text)));
}

/** Returns a key that is the same only for equal texts. A long text is represented by its start and its hash. */
export function toLookUpKey(text: string): string {
  const key = toSortKey(text);
  if (text.length <= maxKeyLength) return key;
  return `${key}${createHash('sha256').update(text).digest('hex')}`;
}

/** Truncates text without splitting a surrogate pair. */
function truncate(text: string): string {
  if (text.length <= maxKeyLength) return text;
  const last = text.charCodeAt(maxKeyLength - 1);
  // These units are the first of a surrogate pair.
  const splitsPair = last >= 0xd8_00 && last <= 0xdb_ff;
  return text.slice(0, splitsPair ? maxKeyLength - 1 : maxKeyLength);
}

const surrogate = /\p{Surrogate}/u;

/** Replaces lone surrogates, as writing text in UTF-8 does. */
function toWellFormed(text: string): string {
  return surrogate.test(text) ? Buffer.from(text).toString() : text;
}

export type BookColumns = ReturnType<typeof toBookColumns>;

/** Returns the columns of the table `book`: the book as JSON, and the values that lists and lookups need. */
export function toBookColumns({ book, item, readingsHash, isListed }: Row) {
  return {
    id: book.id,
    account: book.account,
    sequence: book.sequence,
    version: book.version,
    external_id: toOptionalKey(book.externalId),
    external_folded: toOptionalKey(book.externalId?.toLowerCase() ?? null),
    isbn: toOptionalKey(book.isbn),
    format: book.format,
    title_key: getTitleKey(book.title),
    languages: JSON.stringify(book.language),
    created_at: book.createdAt,
    deleted: book.deletedAt === undefined ? 0 : 1,
    listed: isListed ? 1 : 0,
    review_at: book.reviewedAt ?? null,
    record: JSON.stringify(book),
    item,
    /** A hash of the readings under which the item was written. */
    item_form: readingsHash,
  };
}

export function getTitleKey(title: string): string {
  return toSortKey(title.toLowerCase());
}

function toOptionalKey(text: string | null): string | null {
  return text === null ? null : toLookUpKey(text);
}

export function parseBook({ record }: { readonly record: string }): Book {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only bookColumns writes records, and it writes books
  return JSON.parse(record) as Book;
}
