/** What a service says to a request it takes, when it did nothing about it. */
import { type Answer, emptyAnswer, jsonAnswer } from '../sandbox/present/index.ts';
import type { AskedFor, KeyedOperation, SandboxParts } from '../sandbox/parts/index.ts';

/** Bodies that say success and nothing else; the id is one nobody has. */
export const hollow: Readonly<Partial<Record<KeyedOperation, (id: string) => Answer>>> = {
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

/** The answer as if a request had been taken; a read shows some book there is, if there is one. */
export async function taken(
  operation: AskedFor['operation'],
  { newId, store, present, accountOf }: SandboxParts,
): Promise<Answer | undefined> {
  if (operation === 'readBook' || operation === 'lookUpBook') {
    const [book] = await store.allBooks();
    const account = accountOf('sandbox-key');
    return book && account && present.read(book, present.book(book, account));
  }
  return operation === undefined || operation === 'putFile'
    ? undefined
    : hollow[operation]?.(newId());
}
