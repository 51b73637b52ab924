/** Opens SQLite or PostgreSQL, with the differences between them. */
export { type Db, openOwnDatabase } from './database.ts';
export { type Dialect, getDialect, lockAccounts } from './dialect.ts';
export { type Prepare, type PreparedQuery, createPrepare } from './prepared.ts';

/** Opens PostgreSQL. Its driver is loaded only then. */
export async function openPostgres(url: string) {
  const postgres = await import('./postgres.ts');
  return postgres.openPostgres(url);
}
