/** The calls of `books` that map to a single operation. */
export { createBookCalls, type BookCalls } from './books.ts';
export type { BookList, BookPage } from './list-books.ts';
export { defaultSettleMs } from './write-once.ts';
export type { SavedBook, UploadGrant } from './readers.ts';
export type { CreatedBook, UploadedFile } from './writes.ts';
