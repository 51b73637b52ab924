/** Pages of lists as they were last seen, to compare the next ones with. */
import type { Map as PersistentMap } from 'immutable';

/** A book of this history on a page, which nothing had changed for longer than a list may lag. */
export interface SettledItem {
  readonly id: string;
  /** The sort key that the page shows; undefined if how it sorts is open. */
  readonly key: string | number | undefined;
}

export interface ListPage {
  readonly page: number;
  readonly total: number;
  /** When it was asked for: by the observer's clock, and on the clock that measures lag. */
  readonly sentAt: number;
  readonly lagTime: number;
  /** The stretch of the history in which it was seen; see `World.epoch`. */
  readonly epoch: number;
  /** Lower-case ids of all its items. */
  readonly ids: readonly string[];
  readonly settled: readonly SettledItem[];
}

/** By account and query without the page number. */
export type ListPages = PersistentMap<string, ListPage>;

/** More queries than this are not remembered, so that the world does not grow with the exchanges. */
export const mostQueries = 50;
