/** The ten keyed operations by the contract's names for them. */
import type { OperationId } from '../contract/operations.ts';
import { attachFile } from './operations/attach-file.ts';
import { createBook } from './operations/create-book.ts';
import { deleteBook } from './operations/delete-book.ts';
import { listBooks } from './operations/list-books.ts';
import { publishBook, unpublishBook } from './operations/publish-book.ts';
import { lookUpBook, readBook } from './operations/read-book.ts';
import { requestUploads } from './operations/request-uploads.ts';
import { updateBook } from './operations/update-book.ts';
import type { KeyedOperation, Operate } from './parts.ts';

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
