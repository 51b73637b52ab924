/** Stores books, grants and settings: SQL behind one interface. */
export { createCachingStore } from './caching-store.ts';
export { openSharedStore, openStore, type Store } from './sql-store.ts';
export type * from './store.ts';
