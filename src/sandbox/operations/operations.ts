/** The ten keyed operations by the contract's names for them. */
import type { OperationId } from '../../contract/operations.ts';
import { attachFile } from './attach-file.ts';
import { createBook } from './create-book.ts';
import { deleteBook } from './delete-book.ts';
import { listBooks } from './list-books.ts';
import { publishBook, unpublishBook } from './publish-book.ts';
import { lookUpBook, readBook } from './read-book.ts';
import { requestUploads } from './request-uploads.ts';
import { updateBook } from './update-book.ts';
import type { KeyedOperation, Operate } from '../parts/index.ts';

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

/** The keyed operation of an id; the upload of bytes has none. */
export function operationNamed(id: OperationId): KeyedOperation | undefined {
  return id === 'putFile' ? undefined : id;
}
