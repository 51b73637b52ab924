/** One function for each operation of the interface, by its id in the contract. */
export { attachFile } from './attach-file.ts';
export { createBook } from './create-book.ts';
export { deleteBook } from './delete-book.ts';
export { listBooks } from './list-books.ts';
export { publishBook, unpublishBook } from './publish-book.ts';
export { admitUpload } from './put-file.ts';
export { lookUpBook, readBook } from './read-book.ts';
export { requestUploads } from './request-uploads.ts';
export { updateBook } from './update-book.ts';
