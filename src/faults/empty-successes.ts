/** Successful responses to requests that had no effect. */
import { getSuccess } from '../contract/operations.ts';
import type { Contract } from '../contract/spec.ts';
import { type SandboxResponse, emptyResponse, jsonResponse } from '../sandbox/present/index.ts';
import { defaultKey } from './fault.ts';
import type { RequestTarget, KeyedOperation, Parts } from '../sandbox/parts/index.ts';

/** The bodies of successes. `id` is the id of a book that the response names. */
const emptyBodies: Readonly<Partial<Record<KeyedOperation, (id: string) => unknown>>> = {
  createBook: (id) => ({ bookId: id }),
  updateBook: (id) => ({ bookId: id }),
  requestUploads: () => ({ data: [] }),
  attachFile: () => ({}),
  listBooks: () => ({
    data: [],
    meta: { total: 0, page: 1, perPage: 50, lastPage: 1 },
    links: { self: '/v2/distribution/books', next: null, prev: null },
  }),
};

/** Creates a success without an effect, with the status of the contract. */
export function createSuccess(
  contract: Contract,
  operation: KeyedOperation,
  id: string,
): SandboxResponse {
  const { statuses } = getSuccess(contract.operations[operation]);
  const writeBody = emptyBodies[operation];
  const status = statuses === '2xx' ? 204 : (statuses[0] ?? 204);
  return writeBody ? jsonResponse(status, writeBody(id)) : emptyResponse(status);
}

/**
 * Returns a successful response to a request that was refused; undefined for an upload. The response has
 * the id of the book in the URL. For a read or a lookup, it shows any stored book, if there is one.
 */
export async function createEmptySuccess(
  { operation, url }: RequestTarget,
  { contract, newId, store, present, findAccount }: Parts,
): Promise<SandboxResponse | undefined> {
  if (operation === 'readBook' || operation === 'lookUpBook') {
    const [book] = await store.readAllBooks();
    const account = findAccount(defaultKey);
    return book && account && present.read(book, present.attributes(book, account));
  }
  return operation === undefined || operation === 'putFile'
    ? undefined
    : createSuccess(contract, operation, /\/books\/([^/?]+)/.exec(url)?.[1] ?? newId());
}
