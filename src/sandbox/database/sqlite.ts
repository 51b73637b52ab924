/** Opens the embedded database: in memory, or in a file that survives the end of the process. */
import { setTimeout as pause } from 'node:timers/promises';
import Libsql from 'libsql';
import { createTransaction, type Database, type Db } from './db.ts';
import { sqlite } from './dialect.ts';

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
export async function openSqlite(file: string | undefined): Promise<Database> {
  for (let tries = 1; ; tries += 1) {
    try {
      return openOnce(file);
    } catch (error) {
      if (!(error instanceof DatabaseInUse) || tries === maxTries) throw error;
      await pause(Math.random() * maxPauseMs);
    }
  }
}

/** @param file a path, or undefined for memory */
export function openOnce(file: string | undefined): Database {
  const libsql = new Libsql(file ?? ':memory:');
  if (file !== undefined) lockFile(libsql, file);
  const shared = { dialect: sqlite, listIds: new Map<string, number>() };
  const transaction = createTransaction({ ...shared, query: createRunner(libsql) });
  const inTurn = createQueue();
  return {
    ...shared,
    query: (...query) => inTurn(() => transaction.query(...query)),
    transaction: (task) =>
      inTurn(async () => {
        libsql.exec('begin');
        try {
          const result = await task(transaction);
          libsql.exec('commit');
          return result;
        } catch (error) {
          // A full disk ends the transaction by itself; a rollback would hide that error.
          if (libsql.inTransaction) libsql.exec('rollback');
          throw error;
        }
      }),
    // No other process has the database open.
    getProcessName: async () => 'this',
    withLock: (task) => task(),
    close: () =>
      inTurn(async () => {
        // Releases the lock now, because libsql closes a file only when its statements are collected.
        const release = 'pragma journal_mode = delete; pragma locking_mode = normal;';
        if (file !== undefined) libsql.exec(`${release} select 1 from setting;`);
        libsql.close();
      }),
  };
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

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
}

/** Returns a function that runs one task after another, because a database has only one connection. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Prepares each statement once, because preparing it for every call would make reads three times as slow. */
function createRunner(libsql: Libsql.Database): Db['query'] {
  const statements = new Map<string, Libsql.Statement>();
  return async (text, values = []) => {
    // A prepared statement would still run.
    if (!libsql.open) throw new Error('The database is closed.');
    const statement = statements.get(text) ?? libsql.prepare(text);
    statements.set(text, statement);
    if (statement.reader) return statement.all(...values);
    statement.run(...values);
    return [];
  };
}
