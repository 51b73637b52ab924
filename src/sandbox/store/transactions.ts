/** Transactions of a store, and whom they keep waiting. */
import type { Connection } from './statements.ts';
import type { Row } from './store.ts';

/**
 * Runs statements in one transaction.
 * @param writes the accounts it writes to
 */
export function within<T>(
  at: Connection,
  writes: readonly string[] | 'everything',
  act: (inside: Connection) => Promise<T>,
): Promise<T> {
  return at.db.transaction().execute(async (db) => {
    await (writes === 'everything' ? at.locks.everything(db) : at.locks.accounts(writes, db));
    return act({ ...at, db });
  });
}

export function accountsOf(rows: readonly Row[]): readonly string[] {
  return rows.map(({ book }) => book.account);
}
