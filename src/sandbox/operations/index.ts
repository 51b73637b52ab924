/** One function for each operation of the interface. */
import { attachFile } from './attach-file.ts';
import { createBook } from './create-book.ts';
import { deleteBook } from './delete-book.ts';
import { listBooks } from './list-books.ts';
import { publishBook, unpublishBook } from './publish-book.ts';
import { lookUpBook, readBook } from './read-book.ts';
import { requestUploads } from './request-uploads.ts';
import { updateBook } from './update-book.ts';
import type { KeyedOperation, Operate } from '../parts/index.ts';

export { admitUpload } from './put-file.ts';

/** The operations that need a key, by their ids in the contract. */
export const operations: Readonly<Record<KeyedOperation, Operate>> = {
  createBook,
  listBooks,
  readBook,
  lookUpBook,
  updateBook,
  requestUploads,
  attachFile,
  publishBook,
  unpublishBook,
  deleteBook,
};
