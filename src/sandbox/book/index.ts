/** Books, upload grants and accounts as the sandbox stores them. */
export * from './accounts.ts';
export type * from './book.ts';
