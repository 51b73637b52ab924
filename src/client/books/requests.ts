/** The requests of `books`, each through the typed raw client. */
import type {
  BookCreate,
  BookQuery,
  BookUpdate,
  Attachment,
  UploadDescriptor,
} from '../contract.ts';
import type { Send } from '../transport/index.ts';

const book = (bookPublicId: string) => ({ path: { bookPublicId } });

export const sendCreate =
  (body: BookCreate): Send =>
  (raw, init) =>
    raw.POST('/books', { body, ...init });

export const sendUpdate =
  (id: string, body: BookUpdate): Send =>
  (raw, init) =>
    raw.PATCH('/books/{bookPublicId}', { params: book(id), body, ...init });

export const sendRead =
  (id: string): Send =>
  (raw, init) =>
    raw.GET('/books/{bookPublicId}', { params: book(id), ...init });

export const sendLookUp =
  (bookExternalId: string): Send =>
  (raw, init) =>
    raw.GET('/books/external-id/{bookExternalId}', {
      params: { path: { bookExternalId } },
      ...init,
    });

export const sendList =
  (query: BookQuery): Send =>
  (raw, init) =>
    raw.GET('/books', { params: { query }, ...init });

export const sendUploads =
  (id: string, files: readonly UploadDescriptor[]): Send =>
  (raw, init) =>
    raw.POST('/books/{bookPublicId}/upload', { params: book(id), body: [...files], ...init });

export const sendAttach =
  (id: string, { fileId, ...body }: UploadedFile): Send =>
  (raw, init) => {
    const params = { path: { bookPublicId: id, fileId } };
    return raw.PATCH('/books/{bookPublicId}/file/{fileId}/attach', { params, body, ...init });
  };

/** The operations that decide where a book is sold. */
export type ReleaseOperation = 'publishBook' | 'unpublishBook' | 'deleteBook';

export const sendRelease =
  (operation: ReleaseOperation, id: string): Send =>
  (raw, init) => {
    const request = { params: book(id), body: {}, ...init };
    if (operation === 'deleteBook') return raw.DELETE('/books/{bookPublicId}', request);
    if (operation === 'publishBook') return raw.POST('/books/{bookPublicId}/publish', request);
    return raw.POST('/books/{bookPublicId}/unpublish', request);
  };

/** A file that was PUT, by the id of its grant, with the name and hash of its descriptor. */
export interface UploadedFile extends Attachment {
  readonly fileId: string;
}
