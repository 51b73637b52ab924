/** A database with transactions, queries that are compiled once, and the locks that only PostgreSQL needs. */
import type { Dialect } from './dialect.ts';

export type Value = string | number | null;

interface QueryResult<Row> {
  readonly rows: readonly Row[];
  /** The number of rows a write changed. */
  readonly changedRows: number;
}

/** A database or a transaction. */
export interface Db {
  readonly dialect: Dialect;
  /** Runs a statement. */
  readonly query: (text: string, values?: readonly Value[]) => Promise<QueryResult<unknown>>;
  /**
   * Runs a task in one transaction, which is rolled back if the task fails. Within a transaction, runs it as a part of that one.
   * @param mode `snapshot` if no read of the task may see a write that is made in the meantime
   */
  readonly transaction: <T>(task: (db: Db) => Promise<T>, mode?: 'snapshot') => Promise<T>;
  readonly close: () => Promise<void>;
}

/** Returns a transaction that runs statements with a function. */
export function createTransaction(db: Pick<Db, 'dialect' | 'query'>): Db {
  const transaction: Db = {
    ...db,
    transaction: (task) => task(transaction),
    close: async () => undefined,
  };
  return transaction;
}

/**
 * Waits until no other transaction writes to the account. For several accounts, waits until no other
 * transaction writes at all. The lock ends with the transaction. SQLite needs none, because a database has
 * one connection.
 */
export async function lockAccounts(transaction: Db, accounts: readonly string[] | 'everything') {
  if (!transaction.dialect.isShared) return;
  // The first of the two numbers of a lock is its kind: 1 for the store, 2 for an account.
  const [account, ...others] = accounts === 'everything' ? [] : new Set(accounts);
  if (account !== undefined && others.length === 0) {
    const lock =
      'select pg_advisory_xact_lock_shared(1, 0), pg_advisory_xact_lock(2, hashtext($1))';
    await transaction.query(lock, [account]);
  } else if (accounts.length > 0) {
    await transaction.query('select pg_advisory_xact_lock(1, 0)');
  }
}

type Values = Readonly<Record<string, Value>>;

/**
 * Runs a compiled query.
 * @param connection the transaction that the query belongs to; a separate connection unless given
 */
export interface PreparedQuery<V extends Values, Row> {
  (values: V, connection?: Db): Promise<QueryResult<Row>>;
  /** The SQL, for tests of its plan. */
  readonly text: string;
}

/** Compiles a query in which `:name` is replaced by a value. */
export type Prepare = <V extends Values, Row = never>(text: string) => PreparedQuery<V, Row>;

/** Returns the function that compiles queries for a database. */
export function createPrepare(db: Db): Prepare {
  const { placeholder } = db.dialect;
  return <V extends Values, Row>(text: string): PreparedQuery<V, Row> => {
    const names: string[] = [];
    const compiledText = text.replaceAll(/:([a-z_A-Z]+)/g, (_all, name: string) =>
      placeholder(names.push(name)),
    );
    const run = async (values: V, connection = db): Promise<QueryResult<Row>> => {
      const parameters = names.map((name) => values[name] ?? null);
      const { rows, changedRows } = await connection.query(compiledText, parameters);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the rows are what the query selects
      return { rows: rows as readonly Row[], changedRows };
    };
    return Object.assign(run, { text: compiledText });
  };
}
