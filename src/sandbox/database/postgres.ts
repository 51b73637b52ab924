/** Opens a PostgreSQL database that several processes share. */
import pg from 'pg';
import { createTransaction, type Db } from './db.ts';
import { postgres, processName } from './dialect.ts';

export interface SharedDatabase {
  readonly db: Db;
  /** Returns a name of this process that is valid as long as its connection to the database. */
  readonly processName: () => Promise<string>;
  /** Runs a task while no other process runs one. */
  readonly withLock: <T>(task: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

const maxConnections = 10;
const connectTimeoutMs = 10_000;

/** @param url the address, such as `postgres://user:password@host:port/database` */
export function openPostgres(url: string): SharedDatabase {
  const types = new pg.TypeOverrides();
  // By default the driver returns 64-bit integers as text. The store's integers are exact as numbers.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'bookdist sandbox',
    types,
  };
  const pool = new pg.Pool({ ...settings, max: maxConnections });
  // The pool replaces a connection that breaks while it is idle; nothing is lost.
  pool.on('error', () => undefined);
  // Without this listener, a connection that breaks between two statements of a transaction would end
  // the process. The next statement fails in any case.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = createDb(pool);
  const name = createNamedConnection(settings);
  return {
    db,
    processName: name.read,
    withLock: (task) => runWithLock(settings, task),
    close: async () => {
      await name.end();
      await db.close();
    },
  };
}

function createDb(pool: pg.Pool): Db {
  const createRunner = nameStatements();
  return {
    dialect: postgres,
    query: createRunner(pool),
    transaction: async (task, mode) => {
      const client = await pool.connect();
      const transaction = createTransaction({ dialect: postgres, query: createRunner(client) });
      let isBroken = false;
      try {
        await client.query(
          mode === undefined ? 'begin' : 'begin isolation level repeatable read read only',
        );
        const result = await task(transaction);
        const { command } = await client.query('commit');
        // After a failed statement, PostgreSQL rolls back instead.
        if (command !== 'COMMIT') throw new Error('A transaction was not committed.');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => {
          isBroken = true;
        });
        throw error;
      } finally {
        client.release(isBroken);
      }
    },
    close: () => pool.end(),
  };
}

/** Returns a function that creates runners of statements. Each connection prepares a statement once, under its name. */
function nameStatements() {
  const names = new Map<string, string>();
  return (client: pg.Pool | pg.PoolClient): Db['query'] =>
    async (text, values = []) => {
      const name = names.get(text) ?? `sandbox_${names.size}`;
      names.set(text, name);
      const { rows, rowCount } = await client.query({ name, text, values: [...values] });
      return { rows, changedRows: rowCount ?? 0 };
    };
}

/** An arbitrary number that no other program locks in the database of the sandbox. */
const lockNumber = 7_401;

async function runWithLock<T>(settings: pg.ClientConfig, task: () => Promise<T>): Promise<T> {
  const client = new pg.Client(settings);
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockNumber]);
    return await task();
  } finally {
    // The lock ends with the connection.
    await client.end().catch(() => undefined);
  }
}

/** Creates a connection that stays open as long as the process, and is opened again if it breaks. */
function createNamedConnection(settings: pg.ClientConfig) {
  let current: Promise<{ client: pg.Client; name: string }> | undefined;
  const connect = async () => {
    const client = new pg.Client(settings);
    const reset = () => {
      current = undefined;
    };
    client.on('error', reset);
    client.on('end', reset);
    try {
      await client.connect();
      const { rows } = await client.query<{ name: string }>(
        `select ${processName} as name from pg_stat_activity as activity
          where pid = pg_backend_pid()`,
      );
      return { client, name: rows[0]?.name ?? '' };
    } catch (error) {
      reset();
      throw error;
    }
  };
  return {
    read: async () => (await (current ??= connect())).name,
    end: async () => {
      const connection = await current?.catch(() => undefined);
      await connection?.client.end().catch(() => undefined);
    },
  };
}
