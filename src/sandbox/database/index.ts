/** Opens SQLite or PostgreSQL, and defines the differences between them. */
export { type Db, openSqlite } from './database.ts';
export { type Dialect, getDialect, lockAccounts } from './dialect.ts';
export { type Prepare, createPrepare } from './prepared.ts';
export { openPostgres } from './open-postgres.ts';
