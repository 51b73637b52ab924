/** Successful responses to requests that had no effect. */
import { type Answer, emptyAnswer, jsonAnswer } from '../sandbox/present/index.ts';
import type { RequestTarget, KeyedOperation, SandboxParts } from '../sandbox/parts/index.ts';

/** Bodies of such responses, given the id that they name. */
export const emptySuccesses: Readonly<Partial<Record<KeyedOperation, (id: string) => Answer>>> = {
  createBook: (id) => jsonAnswer(201, { bookId: id }),
  updateBook: (id) => jsonAnswer(200, { bookId: id }),
  requestUploads: () => jsonAnswer(201, { data: [] }),
  attachFile: () => jsonAnswer(200, {}),
  listBooks: () =>
    jsonAnswer(200, {
      data: [],
      meta: { total: 0, page: 1, perPage: 50, lastPage: 1 },
      links: { self: '/v2/distribution/books', next: null, prev: null },
    }),
  publishBook: () => emptyAnswer(204),
  unpublishBook: () => emptyAnswer(204),
  deleteBook: () => emptyAnswer(204),
};

/**
 * Returns the response as if a request had been accepted. It names the book that was addressed; a read
 * shows an existing book, if there is one.
 */
export async function createEmptySuccess(
  { operation, url }: RequestTarget,
  { newId, store, present, findAccount }: SandboxParts,
): Promise<Answer | undefined> {
  if (operation === 'readBook' || operation === 'lookUpBook') {
    const [book] = await store.readAllBooks();
    const account = findAccount('sandbox-key');
    return book && account && present.read(book, present.book(book, account));
  }
  return operation === undefined || operation === 'putFile'
    ? undefined
    : emptySuccesses[operation]?.(/\/books\/([^/?]+)/.exec(url)?.[1] ?? newId());
}
