/** Builds the stories of one kind of trouble for several operations. */
import type { OperationId } from '../../contract/operations.ts';
import type { Effect, Story } from '../story.ts';

/** What programs call the operations, for sentences. */
const calls: Readonly<Record<OperationId, string>> = {
  createBook: 'create',
  listBooks: 'list',
  readBook: 'read',
  lookUpBook: 'lookup by external id',
  updateBook: 'update',
  requestUploads: 'request for upload URLs',
  putFile: 'upload of a file',
  attachFile: 'attach',
  publishBook: 'publish',
  unpublishBook: 'unpublish',
  deleteBook: 'delete',
};

/** The operations that change nothing. */
export const reads: readonly OperationId[] = ['listBooks', 'readBook', 'lookUpBook'];
/** The operations whose responses show a book. */
export const shown: readonly OperationId[] = [...reads, 'createBook', 'updateBook'];

/** The operations that change something. */
export const writes = [
  'createBook',
  'updateBook',
  'requestUploads',
  'putFile',
  'attachFile',
  'publishBook',
  'unpublishBook',
  'deleteBook',
] as const;

/** The document does not say that an external id may be used only once, so a repeated create may make a second book. */
export const secondBook = { 'create.duplicate-external-id': 'accepted' };

/** A second file of a role that a book needs only once may stay beside the first. */
export const secondFile = { 'attach.second-content': 'adds' };

/** Creates a story for each operation of a list. */
export function forEach(
  operations: readonly OperationId[],
  name: string,
  create: (operation: OperationId, call: string) => Omit<Story, 'name'>,
): Story[] {
  return operations.map((operation) => ({
    name: `${calls[operation].replaceAll(/ (?:for|of|by) .*$/g, '').replaceAll(' ', '-')}-${name}`,
    ...create(operation, calls[operation]),
  }));
}

/** Returns the trouble of the first call of an operation. */
export const once = (operation: OperationId, effect: Effect) => ({
  troubles: [{ on: [operation], effect }],
});

/** Returns the trouble of every call of an operation. */
export const always = (operation: OperationId, effect: Effect) => ({
  troubles: [{ on: [operation], times: 'all', effect } as const],
});
