/** Bodies of requests as records, once the contract has vouched for their shape. */
import type { Chapter, Fields } from '../book/index.ts';

/** A property that is not there, one that is null, and one with a value are three things. */
export type SentFields = { readonly [Field in keyof Fields]?: Fields[Field] | null };

export interface SentBook extends SentFields {
  readonly chapters?: readonly Partial<Chapter>[] | null;
}

export interface SentDescriptor {
  readonly referenceId?: string;
  readonly role: string;
  readonly filename?: string;
  readonly hashSha256: string;
}

export interface SentFile {
  readonly filename: string;
  readonly hashSha256: string;
}

/** The types of the bodies, by operation. */
interface SentBodies {
  readonly createBook: SentBook;
  readonly updateBook: SentBook;
  readonly requestUploads: readonly SentDescriptor[];
  readonly attachFile: SentFile;
}

/** The body of a call that was held against the contract, as what it is. */
export function sentTo<Operation extends keyof SentBodies>(
  _operation: Operation,
  { body }: { readonly body: unknown },
): SentBodies[Operation] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the contract was asked before; see request-shapes.ts
  return body as SentBodies[Operation];
}

/** A record without some of its keys. */
export function without<R extends object>(record: R, keys: readonly string[]): R {
  const dropped = new Set(keys);
  const kept = Object.entries(record).filter(([key]) => !dropped.has(key));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every key a reading takes away is optional in R
  return Object.fromEntries(kept) as R;
}
