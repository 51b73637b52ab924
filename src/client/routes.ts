/** Where each operation of the contract is asked: its method and the template of its path. */
import type { operations, paths } from '../generated/api.ts';
import type { KeyedOperation } from './book.ts';

/**
 * The paths that take the key. The presigned PUT is none of them: its URL is the storage's own and
 * carries its own permission (document: Authentication), so it must never meet this client.
 */
export type KeyedPaths = Omit<paths, '/{presignedUrl}'>;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A method and a path under which the contract has the operation. */
type RouteOf<O extends KeyedOperation> = {
  [P in keyof KeyedPaths]: {
    [M in Method]: KeyedPaths[P] extends Record<Lowercase<M>, operations[O]>
      ? readonly [M, P]
      : never;
  }[Method];
}[keyof KeyedPaths];

const book = '/books/{bookPublicId}';

/** Checked against the contract's types: what it does not have does not compile. */
export const routes: { readonly [O in KeyedOperation]: RouteOf<O> } = {
  createBook: ['POST', '/books'],
  listBooks: ['GET', '/books'],
  readBook: ['GET', book],
  lookUpBook: ['GET', '/books/external-id/{bookExternalId}'],
  updateBook: ['PATCH', book],
  requestUploads: ['POST', `${book}/upload`],
  attachFile: ['PATCH', `${book}/file/{fileId}/attach`],
  publishBook: ['POST', `${book}/publish`],
  unpublishBook: ['POST', `${book}/unpublish`],
  deleteBook: ['DELETE', book],
};
