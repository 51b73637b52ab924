/** Parts of the row of a drift: what was sent, and to which condition the drift is confined. */
import type { Count } from '../../contract/numbers.ts';

/** A condition, such as the format `audio`. */
export interface ExtentRow {
  /** A dimension of the monitor's circumstances, or one of the request, such as `sent language`; with `write ` before it, it is about the call whose result a response shows. */
  readonly dimension: string;
  readonly values: readonly string[];
  /** True if the condition is that none of the values is known to hold. */
  readonly isUnmet?: boolean;
}

/** What all drifts have in common and the other responses have not. */
export interface SeparationRow {
  readonly condition: ExtentRow;
  /** Responses under the condition, and those among them that drifted: all that did. */
  readonly matching: { readonly times: Count; readonly drifted: Count };
  /** Responses under other conditions, of which none drifted. */
  readonly others: Count;
  /** True if the responses are so few that chance may explain it. */
  readonly isGuess?: boolean;
}

/** The call that is most like the failing one and passes. */
export interface PassingRow {
  /** The number of the request. */
  readonly request: Count;
  readonly status: Count;
  /** What it has otherwise than the failing call, if anything is known. */
  readonly condition?: ExtentRow;
}

/** A part of a request: one member of its body, or one parameter of its query. */
export interface SentRow {
  /** The number of the request. */
  readonly request: Count;
  readonly operation?: string;
  readonly method: string;
  readonly path: string;
  readonly status: Count;
  /** The member or parameter, such as `isbn`. */
  readonly name: string;
  readonly value: unknown;
}

/** A call that changed a book, or tried to, with what was known of the book before it. */
export interface WriteRow extends Omit<SentRow, 'name' | 'value'> {
  /** The first members of its body. */
  readonly sent: readonly SentRow[];
  /** The state and the history of the book. */
  readonly book: readonly ExtentRow[];
}
