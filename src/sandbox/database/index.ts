/** Opens SQLite or PostgreSQL, and defines the differences between them. */
export { type Db, lockAccounts, type Prepare, createPrepare } from './db.ts';
export type { Dialect } from './dialect.ts';
export { openSqlite } from './sqlite.ts';
export { openPostgres } from './open-postgres.ts';
