/** Lets one transaction at a time write to an account, across all processes. */
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { dialectOf } from './dialect.ts';

/** Names of the locks; PostgreSQL takes two numbers. */
const wholeStore = sql.lit(1);
const oneAccount = sql.lit(2);

/**
 * Waits until no other transaction writes to the accounts; for several of them, until none writes at
 * all. The lock ends with the transaction. SQLite needs none, because a database has one connection.
 */
export async function lockAccounts(
  within: Db,
  accounts: readonly string[] | 'everything',
): Promise<void> {
  if (!dialectOf(within).isShared) return;
  const [account, ...others] = accounts === 'everything' ? [] : new Set(accounts);
  if (account !== undefined && others.length === 0) {
    await sql`select pg_advisory_xact_lock_shared(${wholeStore}, 0),
      pg_advisory_xact_lock(${oneAccount}, hashtext(${account}))`.execute(within);
  } else if (accounts.length > 0) {
    await sql`select pg_advisory_xact_lock(${wholeStore}, 0)`.execute(within);
  }
}
