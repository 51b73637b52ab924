/** Bodies of requests as records, once the contract has vouched for their shape. */
import type { Chapter, Fields } from './book.ts';

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

/** Names the record a body is. Only for bodies that were held against the contract. */
export function sent<Body extends SentBook | SentFile | readonly SentDescriptor[]>(
  body: unknown,
): Body {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the contract was asked before; see request-shapes.ts
  return body as Body;
}

/** A record without some of its keys. */
export function without<R extends object>(record: R, keys: readonly string[]): R {
  const kept = Object.entries(record).filter(([key]) => !keys.includes(key));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every key a reading takes away is optional in R
  return Object.fromEntries(kept) as R;
}
