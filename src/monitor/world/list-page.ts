/** One page of a list as it was last seen, to compare the next one with. */

export interface ListPage {
  /** The query without its page number, in a canonical order. */
  readonly query: string;
  readonly page: number;
  readonly ids: readonly string[];
  /** The sort key of the last item, if it can be compared. */
  readonly lastKey: string | number | undefined;
  readonly total: number;
  readonly at: number;
  /** True if the number of items did not fit the total. */
  readonly miscounted: boolean;
}
