/** The calls of `books` that are one question to the service. */
export { createBookCalls, type BookCalls } from './books.ts';
export type { CreatedBook } from './create-book.ts';
export type { BookList, BookPage } from './list-books.ts';
export type { SavedBook, UploadGrant } from './readers.ts';
export { hasFile, type UploadedFile } from './requests.ts';
