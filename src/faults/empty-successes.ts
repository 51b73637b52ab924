/** Successful responses to requests that had no effect. */
import { type SandboxResponse, emptyResponse, jsonResponse } from '../sandbox/present/index.ts';
import { defaultKey } from './fault.ts';
import type { RequestTarget, KeyedOperation, Parts } from '../sandbox/parts/index.ts';

/** Creates the successful response of each operation. `id` is the id of a book that the response names. */
export const emptySuccesses: Readonly<
  Partial<Record<KeyedOperation, (id: string) => SandboxResponse>>
> = {
  createBook: (id) => jsonResponse(201, { bookId: id }),
  updateBook: (id) => jsonResponse(200, { bookId: id }),
  requestUploads: () => jsonResponse(201, { data: [] }),
  attachFile: () => jsonResponse(200, {}),
  listBooks: () =>
    jsonResponse(200, {
      data: [],
      meta: { total: 0, page: 1, perPage: 50, lastPage: 1 },
      links: { self: '/v2/distribution/books', next: null, prev: null },
    }),
  publishBook: () => emptyResponse(204),
  unpublishBook: () => emptyResponse(204),
  deleteBook: () => emptyResponse(204),
};

/**
 * Returns a successful response to a request that was refused; undefined for an upload. The response has
 * the id of the book in the URL. For a read or a lookup, it shows any stored book, if there is one.
 */
export async function createEmptySuccess(
  { operation, url }: RequestTarget,
  { newId, store, present, findAccount }: Parts,
): Promise<SandboxResponse | undefined> {
  if (operation === 'readBook' || operation === 'lookUpBook') {
    const [book] = await store.readAllBooks();
    const account = findAccount(defaultKey);
    return book && account && present.read(book, present.attributes(book, account));
  }
  return operation === undefined || operation === 'putFile'
    ? undefined
    : emptySuccesses[operation]?.(/\/books\/([^/?]+)/.exec(url)?.[1] ?? newId());
}
