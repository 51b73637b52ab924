/** Opens the embedded database: in memory, or in a file that survives a kill. */
import Libsql from 'libsql';
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';

export interface BookTable {
  id: string;
  account: string;
  sequence: number;
  version: number;
  external_id: string | null;
  /** The external id again where the account may have it once; unique per account. */
  claimed_external_id: string | null;
  isbn: string | null;
  format: string;
  title_key: string;
  /** A JSON array in upper case. */
  languages: string;
  created_at: number;
  listed: number;
  /** The whole book as JSON. */
  record: string;
  /** Its list item as JSON. */
  item: string;
}

export interface GrantTable {
  id: string;
  book_id: string;
  sequence: number;
  reference_id: string;
  role: string;
  filename: string;
  hash: string;
  nonce: string;
  expires_at: number;
  claim: string | null;
  uploads: number;
  stored_hash: string | null;
  attached_at: number | null;
}

export interface SettingTable {
  name: string;
  text: string;
}

export interface Tables {
  book: BookTable;
  file_grant: GrantTable;
  setting: SettingTable;
}

const schema = `
create table if not exists book (
  id text primary key, account text not null, sequence bigint not null, version bigint not null,
  external_id text, claimed_external_id text, isbn text, format text not null,
  title_key text not null, languages text not null, created_at bigint not null,
  listed bigint not null, record text not null, item text not null);
create unique index if not exists book_claim on book (account, claimed_external_id);
create index if not exists book_external on book (account, external_id);
create index if not exists book_created on book (account, created_at, sequence);
create index if not exists book_title on book (account, title_key, sequence);
create index if not exists book_isbn on book (account, isbn, sequence);
create table if not exists file_grant (
  id text primary key, book_id text not null, sequence bigint not null,
  reference_id text not null, role text not null, filename text not null, hash text not null,
  nonce text not null, expires_at bigint not null, claim text, uploads bigint not null,
  stored_hash text, attached_at bigint);
create index if not exists grant_file on file_grant (book_id, role, hash);
create table if not exists setting (name text primary key, text text not null);
`;

/**
 * Opens a database and makes its tables where they are missing.
 * @param file a path, or undefined for memory
 * @throws when another process has the file open
 */
export function openDatabase(file: string | undefined): Kysely<Tables> {
  const release = file === undefined ? () => undefined : takeFor(file);
  const raw = new Libsql(file ?? ':memory:');
  // Written through before an answer leaves, so that a kill loses nothing that was acknowledged.
  if (file !== undefined) raw.exec('pragma journal_mode = wal; pragma synchronous = full;');
  raw.exec(schema);
  const database = keepingStatements(raw, release);
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
}

/**
 * Takes a file for this process alone, because whoever has it owns the uploads beside it. A
 * transaction left open on a second file holds the place; the system ends it with the process.
 */
function takeFor(file: string): () => void {
  const place = new Libsql(`${file}.lock`);
  try {
    place.exec('begin exclusive');
  } catch (cause) {
    place.close();
    throw new Error(
      `The sandbox's data in ${file} is in use. Stop the other sandbox, ` +
        'or give this one another --data directory.',
      { cause },
    );
  }
  return () => {
    place.exec('rollback');
    place.close();
  };
}

/** Kysely prepares a statement for every call; preparing once makes reading three times as fast. */
function keepingStatements(raw: Libsql.Database, release: () => void): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => {
      raw.close();
      release();
    },
    prepare: (sql) => {
      const known = prepared.get(sql);
      if (known) return known;
      const statement = raw.prepare(sql);
      const kept: SqliteStatement = {
        reader: statement.reader,
        all: (parameters) => statement.all(parameters),
        run: (parameters) => statement.run(parameters),
        iterate: (parameters) => statement.iterate(parameters),
      };
      prepared.set(sql, kept);
      return kept;
    },
  };
}
