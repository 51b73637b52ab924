/**
 * Lets one transaction at a time write to an account, whichever process it runs in. SQLite needs no
 * locks, because a database has one connection.
 */
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { dialectOf } from './dialect.ts';

export interface Locks {
  /**
   * Waits until no other transaction writes to the accounts; several of them lock the whole store.
   * The lock ends with the transaction.
   */
  readonly accounts: (accounts: readonly string[], within: Db) => Promise<void>;
  /** Waits until no other transaction writes at all. */
  readonly everything: (within: Db) => Promise<void>;
}

/** Names of the locks; PostgreSQL takes two numbers. */
const wholeStore = sql.lit(1);
const oneAccount = sql.lit(2);

export function locksFor(db: Db): Locks {
  if (!dialectOf(db).isShared) {
    return { accounts: async () => undefined, everything: async () => undefined };
  }
  const everything = async (within: Db) => {
    await sql`select pg_advisory_xact_lock(${wholeStore}, 0)`.execute(within);
  };
  return {
    everything,
    accounts: async (accounts, within) => {
      const [account, ...others] = new Set(accounts);
      if (account === undefined) return;
      if (others.length > 0) {
        await everything(within);
        return;
      }
      await sql`select pg_advisory_xact_lock_shared(${wholeStore}, 0),
        pg_advisory_xact_lock(${oneAccount}, hashtext(${account}))`.execute(within);
    },
  };
}
