/** Parts of the row of a drift: what was sent, and to which condition the drift is confined. */
import type { Count } from '../../contract/numbers.ts';

/** Drifts occurred only under one condition, such as the format `audio`. */
export interface ExtentRow {
  /** A dimension of the monitor's situations. */
  readonly dimension: string;
  readonly values: readonly string[];
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
