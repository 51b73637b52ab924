/** Removes the books that a run created, at its end or after a crash. */
export { assertBooksRemain, createTrailRecorder } from './trails.ts';
export { removeBooks } from './remove-books.ts';
export * from './sweep.ts';
