/** Opens the embedded database: in memory, or in a file that survives the end of the process. */
import { setTimeout as pause } from 'node:timers/promises';
import Libsql from 'libsql';
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely';

/** A database or a transaction. */
export type Db = Kysely<unknown>;

class DatabaseInUse extends Error {
  constructor(file: string, options: ErrorOptions) {
    const advice = 'Stop the other sandbox, or give this one another --data directory.';
    super(`The sandbox's data in ${file} is in use. ${advice}`, options);
  }
}

const maxTries = 5;
const maxPauseMs = 100;

/**
 * Opens a database for this process alone. Processes that open a file at the same moment can block each
 * other, so each tries again after a random pause.
 * @throws Error if another process keeps the file open
 */
export async function openSqlite(file: string | undefined): Promise<Db> {
  for (let tries = 1; ; tries += 1) {
    try {
      return openOnce(file);
    } catch (error) {
      if (!(error instanceof DatabaseInUse) || tries === maxTries) throw error;
      await pause(Math.random() * maxPauseMs);
    }
  }
}

/**
 * Opens a database; its tables are created by `createTables`.
 * @param file a path, or undefined for memory
 * @throws Error if another process has the file open
 */
export function openOnce(file: string | undefined): Db {
  const libsql = new Libsql(file ?? ':memory:');
  if (file !== undefined) lockFile(libsql, file);
  const onClose = () => (file === undefined ? undefined : release(libsql));
  const database = cacheStatements(libsql, onClose);
  return new Kysely<unknown>({ dialect: new SqliteDialect({ database }) });
}

/**
 * Locks the file for this process, so that its cache stays valid. The lock is on the data file itself:
 * it cannot be removed separately, and the system releases it when the process ends.
 */
function lockFile(libsql: Libsql.Database, file: string): void {
  try {
    libsql.exec('pragma locking_mode = exclusive; pragma journal_mode = wal;');
    // Data is on disk before a response is sent, so that a kill loses nothing that was acknowledged.
    libsql.exec('pragma synchronous = full; pragma cache_size = -32768; begin immediate; commit;');
    // Sorting a million books takes place on disk, too, and the log shrinks again after a large transaction.
    libsql.exec('pragma temp_store = file; pragma journal_size_limit = 67108864;');
  } catch (cause) {
    libsql.close();
    if (!isBusy(cause)) throw cause;
    throw new DatabaseInUse(file, { cause });
  }
}

/** Releases the lock now, because libsql closes a file only when its statements are collected. */
function release(libsql: Libsql.Database): void {
  libsql.exec('pragma journal_mode = delete; pragma locking_mode = normal; select 1 from setting;');
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
}

const nothingChanged = { changes: 0, lastInsertRowid: 0 };

/** Prepares each statement once. Kysely would prepare it for every call, which makes reads three times as slow. */
function cacheStatements(libsql: Libsql.Database, onClose: () => void): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => {
      onClose();
      libsql.close();
    },
    prepare: (sql) => {
      const cached = statements.get(sql);
      if (cached) return cached;
      const statement = libsql.prepare(sql);
      const cacheable: SqliteStatement = {
        reader: statement.reader,
        all: (parameters) => statement.all(parameters),
        // A full disk ends the transaction by itself; a rollback would hide that error.
        run: (parameters) =>
          sql === 'rollback' && !libsql.inTransaction ? nothingChanged : statement.run(parameters),
        iterate: (parameters) => statement.iterate(parameters),
      };
      statements.set(sql, cacheable);
      return cacheable;
    },
  };
}
