/** Opens SQLite or PostgreSQL, and defines the differences between them. */
export { type Db, openSqlite } from './database.ts';
export { type Dialect, getDialect, lockAccounts } from './dialect.ts';
export { type Prepare, createPrepare } from './prepared.ts';

/** Opens PostgreSQL. Loads its driver only when it is called. */
export async function openPostgres(url: string) {
  const postgres = await import('./postgres.ts');
  return postgres.openPostgres(url);
}
