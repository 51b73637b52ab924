/** Removes the books that a run created, at its end or after a crash. */
export { assertBooksRemain } from './lost-books.ts';
export { removeBooks } from './remove-books.ts';
export * from './sweep.ts';
export { createTrailRecorder } from './trails.ts';
