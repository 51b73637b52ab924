/** What a move is made of, and where it is drawn. */
import type { OperationId } from '../../contract/operations.ts';
import type { World } from '../../monitor/index.ts';
import type { Consent } from '../evidence/index.ts';
import type { Format } from '../arbitraries/index.ts';
import type { Draw } from './draw.ts';
import type { KnownBook } from './known-books.ts';
import type { Step } from './step.ts';

/** A call, and the calls that should follow it. */
export interface Move {
  readonly steps: readonly Step[];
  /** The kinds of values in its first call. */
  readonly kinds: readonly string[];
}

/** The state of a history when a move is drawn. */
export interface Scene {
  readonly draw: Draw;
  readonly world: World;
  /** The books that are not deleted, the oldest first. */
  readonly books: readonly KnownBook[];
  /** The numbers of the books that were deleted, or that the service lost. */
  readonly deleted: readonly number[];
  readonly numbers: Numbers;
  /** Returns a text with symbols in place of the external ids of this history. */
  readonly symbolize: (text: string) => string;
  readonly allow: ReadonlySet<Consent>;
  readonly hasSecondAccount: boolean;
  /** True if the move should have a mistake, so that its first call must be refused. */
  readonly wantsMistake: boolean;
  /**
   * Returns whether a kind of value was sent with an operation, or with an operation and a format; other kinds are
   * preferred.
   */
  readonly isUsed: (operation: OperationId, kind: string, format?: Format) => boolean;
}

/** Numbers the books, files and values of a history. */
export interface Numbers {
  readonly next: () => number;
}
