/**
 * The types of request bodies that were checked against the contract. Decodes and parses JSON, and finds
 * values that the store could not hold.
 */
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

export function getBody<Operation extends keyof SentBodies>(
  _operation: Operation,
  { body }: { readonly body: unknown },
): SentBodies[Operation] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- checked against the contract; see request-concerns.ts
  return body as SentBodies[Operation];
}

export function omit<R extends object>(record: R, keys: readonly string[]): R {
  const keysToDrop = new Set(keys);
  const entries = Object.entries(record).filter(([key]) => !keysToDrop.has(key));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- every key a reading takes away is optional in R
  return Object.fromEntries(entries) as R;
}

/** The reasons to refuse JSON before its schema is checked. */
type JsonDefect = 'not-json' | 'unpaired-surrogate' | 'too-many-values';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Returns the text, or undefined if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON.
 * @param limit the number of values it may hold, objects and arrays included
 */
export function parseJson(
  text: string,
  limit: number,
): { readonly value: unknown } | { readonly defect: JsonDefect } {
  try {
    const value: unknown = JSON.parse(text);
    const defect = findDefect(value, limit);
    return defect === undefined ? { value } : { defect };
  } catch {
    return { defect: 'not-json' };
  }
}

/** An unpaired surrogate has no UTF-8 form, so the store would lose it. */
const surrogate = /\p{Surrogate}/u;

function findDefect(root: unknown, limit: number): JsonDefect | undefined {
  const values: unknown[] = [root];
  for (let visitedCount = 0; values.length > 0; visitedCount += 1) {
    if (visitedCount + values.length > limit) return 'too-many-values';
    const value = values.pop();
    if (typeof value === 'string') {
      if (surrogate.test(value)) return 'unpaired-surrogate';
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (surrogate.test(key)) return 'unpaired-surrogate';
        values.push(inner);
      }
    }
  }
  return undefined;
}
