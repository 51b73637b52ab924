/** Opens SQLite or PostgreSQL, and defines the differences between them. */
export { type Db, openSqlite } from './database.ts';
export { type Dialect, getDialect, lockAccounts, type Prepare, createPrepare } from './dialect.ts';
export { openPostgres } from './open-postgres.ts';
