/** Opens a PostgreSQL database that several processes share. */
import pg from 'pg';
import { createTransaction, type Database, type Db } from './db.ts';
import { postgres, processName } from './dialect.ts';

const maxConnections = 10;
const connectTimeoutMs = 10_000;

/** @param url the address, such as `postgres://user:password@host:port/database` */
export function openPostgres(url: string): Database {
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
  const pool = openPool(settings);
  const createRunner = nameStatements();
  const shared = { dialect: postgres, listIds: new Map<string, number>() };
  const name = createNamedConnection(settings);
  return {
    ...shared,
    query: createRunner(pool),
    transaction: async (task, mode) => {
      const client = await pool.connect();
      const transaction = createTransaction({ ...shared, query: createRunner(client) });
      return runTransaction(client, () => task(transaction), mode);
    },
    getProcessName: name.read,
    withLock: (task) => runWithLock(settings, task),
    close: async () => {
      await name.end();
      await pool.end();
    },
  };
}

async function runTransaction<T>(
  client: pg.PoolClient,
  task: () => Promise<T>,
  mode?: 'snapshot',
): Promise<T> {
  let isBroken = false;
  try {
    await client.query(
      mode === undefined ? 'begin' : 'begin isolation level repeatable read read only',
    );
    const result = await task();
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
}

function openPool(settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...settings, max: maxConnections });
  // The pool replaces a connection that breaks while it is idle; nothing is lost.
  pool.on('error', () => undefined);
  // Without this listener, a connection that breaks between two statements of a transaction would end
  // the process. The next statement fails in any case.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Returns a function that creates runners of statements. Each connection prepares a statement once, under its name. */
function nameStatements() {
  const names = new Map<string, string>();
  return (client: pg.Pool | pg.PoolClient): Db['query'] =>
    async (text, values = []) => {
      const name = names.get(text) ?? `sandbox_${names.size}`;
      names.set(text, name);
      return (await client.query<object>({ name, text, values: [...values] })).rows;
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
