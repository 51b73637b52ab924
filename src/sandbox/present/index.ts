/** Writes the responses of the sandbox: books, lists, grants and refusals. */
export * from './present-refusals.ts';
export type { ListQuery } from './present-book.ts';
export { type Presenters, createPresenters } from './present.ts';
