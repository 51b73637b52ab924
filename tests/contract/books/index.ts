/** Cases about books: create, read, look up, update, delete. */
export { createRefusals } from './create-refusals.check.ts';
export { create } from './create.check.ts';
export { removal } from './delete.check.ts';
export { identity } from './identity.check.ts';
export { lookup } from './lookup.check.ts';
export { observedBook } from './observed-book.check.ts';
export { observedChapters } from './observed-chapters.check.ts';
export { observedCreate } from './observed-create.check.ts';
export { observedDate } from './observed-date.check.ts';
export { observedIsbn } from './observed-isbn.check.ts';
export { observedRemoval } from './observed-removal.check.ts';
export { observedUpdate } from './observed-update.check.ts';
export { read } from './read.check.ts';
export { updateStatus } from './update-status.check.ts';
export { update } from './update.check.ts';
