/** Observations of single books where the document is silent. */
export { observedBook } from './observed-book.check.ts';
export { observedChapters } from './observed-chapters.check.ts';
export { observedCreate } from './observed-create.check.ts';
export { observedDate, observedIsbn } from './observed-values.check.ts';
export { observedRemoval } from './observed-removal.check.ts';
export { observedUpdate } from './observed-update.check.ts';
