/** Where each keyed operation is found, known without reading a file: for tests that run in a page. */
import type { Method, OperationId } from '../contract/operations.ts';
import type { paths } from '../generated/api.ts';

/** All but the presigned PUT, whose address only its grant knows. */
export type RoutedOperation = Exclude<OperationId, 'putFile'>;

/** Method and path below `/v2/distribution`. A test holds it against the contract. */
export const routes = {
  createBook: ['POST', '/books'],
  listBooks: ['GET', '/books'],
  readBook: ['GET', '/books/{bookPublicId}'],
  lookUpBook: ['GET', '/books/external-id/{bookExternalId}'],
  updateBook: ['PATCH', '/books/{bookPublicId}'],
  requestUploads: ['POST', '/books/{bookPublicId}/upload'],
  attachFile: ['PATCH', '/books/{bookPublicId}/file/{fileId}/attach'],
  publishBook: ['POST', '/books/{bookPublicId}/publish'],
  unpublishBook: ['POST', '/books/{bookPublicId}/unpublish'],
  deleteBook: ['DELETE', '/books/{bookPublicId}'],
} as const satisfies Record<RoutedOperation, readonly [Exclude<Method, 'PUT'>, keyof paths]>;
