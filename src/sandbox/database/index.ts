/** Opens SQLite or PostgreSQL, and defines the differences between them. */
import type { Database } from './db.ts';

export { type Database, type Db, sql, writeTo } from './db.ts';
export type { Dialect } from './dialect.ts';
export { openSqlite } from './sqlite.ts';

/** Opens PostgreSQL, whose driver is loaded only then. */
export async function openPostgres(url: string): Promise<Database> {
  return (await import('./postgres.ts')).openPostgres(url);
}
