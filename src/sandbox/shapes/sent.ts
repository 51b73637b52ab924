/** The types of request bodies that were checked against the contract. */
import type { components } from '../../generated/api.ts';
import type { Chapter, Fields } from '../book/index.ts';

type Schemas = components['schemas'];

/** The fields of a book in a request. An absent field and null have different meanings. */
export type SentFields = { readonly [Field in keyof Fields]?: Fields[Field] | null };

export interface SentBook extends SentFields {
  readonly chapters?: readonly Chapter[] | null;
}

/** A descriptor. Under a reading, it may lack its label and its file name. */
export type SentDescriptor = Pick<Schemas['FileUploadDescriptor'], 'role' | 'hashSha256'> & {
  readonly [Key in 'referenceId' | 'filename']?: string | null;
};

interface SentBodies {
  readonly createBook: SentBook;
  readonly updateBook: SentBook;
  readonly requestUploads: readonly SentDescriptor[];
  readonly attachFile: Schemas['AttachRequest'];
}

/** Returns the body of a call with its type. */
export function getBody<Operation extends keyof SentBodies>(
  _operation: Operation,
  { body }: { readonly body: unknown },
): SentBodies[Operation] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- checked against the contract; see request-shapes.ts
  return body as SentBodies[Operation];
}

/** Returns a record without some of its keys. */
export function omit<R extends object>(record: R, keys: readonly string[]): R {
  const keysToDrop = new Set(keys);
  const entries = Object.entries(record).filter(([key]) => !keysToDrop.has(key));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every key a reading takes away is optional in R
  return Object.fromEntries(entries) as R;
}
