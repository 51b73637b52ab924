/** Checks the calls of a client before they are made. */
import { createCall } from '../client/transport/index.ts';
import { type CallOptions } from '../client/transport/index.ts';
import type { Books } from '../client/index.ts';
import type { CheckedCall, Preflight } from '../client/preflight.ts';

/** Publishing reads the book first, because what the service has stored is what it will check. */
export function checkBooks(books: Books, now: () => number, check: Preflight['check']): Books {
  const before = async (call: CheckedCall): Promise<void> => check(call, now());
  return {
    ...books,
    create: (book, options) =>
      createCall(async () => {
        await before({ call: 'create', book });
        return books.create(book, options).withResponse();
      }),
    update: (id, changes, options) =>
      createCall(async () => {
        await before({ call: 'update', book: changes });
        return books.update(id, changes, options).withResponse();
      }),
    upload: (id, files, options) =>
      createCall(async () => {
        await before({ call: 'upload', files });
        return books.upload(id, files, options).withResponse();
      }),
    publish: (id, options?: CallOptions) =>
      createCall(async () => {
        const { attributes: book } = await books.get(id, options);
        await before({ call: 'publish', book });
        return books.publish(id, options).withResponse();
      }),
  };
}
