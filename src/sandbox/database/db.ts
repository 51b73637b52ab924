/** A database with transactions, and the statements that run on it. */
import type { Dialect } from './dialect.ts';

export type Value = string | number | null;

export interface Db {
  readonly dialect: Dialect;
  /** Ids of lists by account and name; they never change. */
  readonly listIds: Map<string, number>;
  readonly query: (text: string, values?: readonly Value[]) => Promise<readonly unknown[]>;
  /**
   * Runs a task in one transaction, which is rolled back if the task fails. Within a transaction, runs it as a part of that one.
   * @param mode `snapshot` if no read of the task may see a write that is made in the meantime
   */
  readonly transaction: <T>(task: (db: Db) => Promise<T>, mode?: 'snapshot') => Promise<T>;
}

export interface Database extends Db {
  /** Returns a name of this process that is valid as long as its connection to the database. */
  readonly getProcessName: () => Promise<string>;
  /** Runs a task while no other process runs one. */
  readonly withLock: <T>(task: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export function createTransaction(db: Omit<Db, 'transaction'>): Db {
  const transaction: Db = { ...db, transaction: (task) => task(transaction) };
  return transaction;
}

/**
 * Runs a task in one transaction. Other transactions that write to the same accounts wait until it ends. SQLite needs
 * no lock, because a database has one connection.
 * @param accounts the accounts that the task writes to
 */
export function writeTo<T>(
  db: Db,
  accounts: readonly string[] | 'everything',
  task: (transaction: Db) => Promise<T>,
): Promise<T> {
  return db.transaction(async (transaction) => {
    // The first of the two numbers of a lock is its kind: 1 for the store, 2 for an account.
    const [account, ...others] = accounts === 'everything' ? [] : new Set(accounts);
    if (!db.dialect.isShared || accounts.length === 0) return task(transaction);
    if (account !== undefined && others.length === 0) {
      const lock =
        'select pg_advisory_xact_lock_shared(1, 0), pg_advisory_xact_lock(2, hashtext($1))';
      await transaction.query(lock, [account]);
    } else await transaction.query('select pg_advisory_xact_lock(1, 0)');
    return task(transaction);
  });
}

export interface Statement<Row> {
  (db: Db, values?: Readonly<Record<string, Value>>): Promise<readonly Row[]>;
  readonly compile: (dialect: Dialect) => { readonly text: string; readonly names: string[] };
}

/** Creates a statement in which `:name` is replaced by a value. */
export function sql<Row = never>(write: string | ((dialect: Dialect) => string)): Statement<Row> {
  const compiled = new Map<Dialect, ReturnType<Statement<Row>['compile']>>();
  const compile = (dialect: Dialect) => {
    const known = compiled.get(dialect);
    if (known !== undefined) return known;
    const names: string[] = [];
    const text = (typeof write === 'string' ? write : write(dialect)).replaceAll(
      /:([a-z_A-Z]+)/g,
      (_all, name: string) => dialect.placeholder(names.push(name)),
    );
    compiled.set(dialect, { text, names });
    return { text, names };
  };
  const run: Statement<Row> = Object.assign(
    async (db: Db, values: Readonly<Record<string, Value>> = {}) => {
      const { text, names } = compile(db.dialect);
      const parameters = names.map((name) => {
        const value = values[name];
        if (value === undefined) throw new Error(`A statement has no value for ${name}.`);
        return value;
      });
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the rows are what the statement selects
      return (await db.query(text, parameters)) as readonly Row[];
    },
    { compile },
  );
  return run;
}
