/** The calls of `books`. Each maps to one operation of the service. */
export { createBookCalls, type BookCalls } from './books.ts';
export type { BookList, BookPage } from './list-books.ts';
export { defaultSettleMs } from './write-once.ts';
export { readStatuses, type StatusProgress, type WaitOptions } from './wait-for-status.ts';
export type { SavedBook, UploadGrant } from './readers.ts';
export type { CreatedBook, UploadedFile } from './writes.ts';
