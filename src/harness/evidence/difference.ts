/** The difference between a response and what a requirement expects. */
export interface Difference {
  readonly expected: string;
  readonly actual: string;
  /** JSON pointer into the response body, if one place is to blame. */
  readonly pointer?: string;
  /** The statuses that would have conformed, if the status is to blame. */
  readonly permitted?: readonly number[];
  /** Both sides as JSON values, if a value is to blame. */
  readonly values?: { readonly expected: unknown; readonly actual: unknown };
}
