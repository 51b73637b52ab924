/** One single change of the contract: its kind, its place, and the changed document. */
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import { findWidenings } from '../../../src/contract/changes/index.ts';

export type Side = 'request' | 'response';

export interface ContractChange {
  /** Such as `enum-value-added`. */
  readonly kind: string;
  /** The JSON pointer of the changed place; for an added part, the pointer that it gets. */
  readonly pointer: string;
  /** Other pointers of the same place: the property of a `required`, or the old and the new name. */
  readonly aliases?: readonly string[];
  /** The change in words, such as `Price currency: string becomes integer`. */
  readonly description: string;
  readonly sides: readonly Side[];
  /** Returns the changed document. */
  readonly apply: (document: JsonObject) => JsonObject;
}

/** Whether a contract demands more of what it describes than before, less, or something else. */
export type ChangeClass = 'stricter' | 'looser' | 'different';

/** Compares the contract before and after a change. */
export function classifyChange(document: JsonObject, { kind, apply }: ContractChange): ChangeClass {
  // A response that is no longer listed is one that a service may no longer send.
  if (kind === 'response-removed') return 'stricter';
  const changed = apply(document);
  const isWider = findWidenings(document, changed).length > 0;
  const isNarrower = findWidenings(changed, document).length > 0;
  if (isWider === isNarrower) return 'different';
  return isWider ? 'looser' : 'stricter';
}

/** Returns a name that distinguishes a change from all others of a contract. */
export function nameChange({ kind, pointer, description }: ContractChange): string {
  return `${kind} ${pointer} ${description}`;
}
