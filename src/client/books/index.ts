/** The calls of `books` that are one question to the service. */
export { createBookCalls, type BookCalls } from './books.ts';
export type { BookList, BookPage } from './list-books.ts';
export { defaultSettleMs } from './once.ts';
export type { SavedBook, UploadGrant } from './readers.ts';
export type { CreatedBook, UploadedFile } from './writes.ts';
