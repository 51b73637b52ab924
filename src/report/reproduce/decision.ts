/** What a script's comparison is made from, and what it comes down to. */
import type { Difference, Exchange } from '../../harness/evidence/index.ts';
import type { Binding } from './shell-words.ts';

/** Shell lines that set `there` to 1 or 0, and what they go by, in words. */
export interface Decision {
  readonly compares: string;
  readonly lines: readonly string[];
}

export interface Evidence {
  readonly difference: Difference | undefined;
  readonly trail: readonly Exchange[];
  readonly bindings: readonly Binding[];
  /** The ids of the books the script makes, as recorded. */
  readonly made: readonly string[];
}
