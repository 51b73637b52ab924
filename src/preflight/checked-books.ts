/** The calls of a client, each looked at before it is made. */
import { callPromise } from '../client/call-promise.ts';
import type { Books } from '../client/create-distribution.ts';
import type { Preflight } from '../client/preflight.ts';

/** Publishing asks the service for the book first: what is to be looked at is what it has stored. */
export function checkedBooks(books: Books, now: () => number, check: Preflight['check']): Books {
  return {
    ...books,
    create: (book, options) =>
      callPromise(async () => {
        await check({ call: 'create', book }, now());
        return books.create(book, options).withResponse();
      }),
    update: (id, changes, options) =>
      callPromise(async () => {
        await check({ call: 'update', book: changes }, now());
        return books.update(id, changes, options).withResponse();
      }),
    upload: async (id, files, options) => {
      await check({ call: 'upload', files }, now());
      return books.upload(id, files, options);
    },
    publish: (id, options) =>
      callPromise(async () => {
        const { attributes: book } = await books.get(id, options);
        await check({ call: 'publish', book }, now());
        return books.publish(id, options).withResponse();
      }),
  };
}
