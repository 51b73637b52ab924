/** The list pages that were last seen, to compare later pages with them. */
import type { Map as PersistentMap } from 'immutable';

/** A book of this history on a page, whose last change was longer ago than a list may lag. */
export interface SettledItem {
  readonly id: string;
  /** The sort key that the page shows; undefined if how it sorts is open. */
  readonly key: string | number | undefined;
}

export interface ListPage {
  readonly page: number;
  readonly total: number;
  /** When it was requested: by the observer's clock, and on the clock that measures lag. */
  readonly sentAt: number;
  readonly lagTime: number;
  /** The epoch in which it was seen; see `World.epoch`. */
  readonly epoch: number;
  /** Lower-case ids of all its items. */
  readonly ids: readonly string[];
  readonly settledItems: readonly SettledItem[];
}

/** The last page of each list, by account and query without the page number. */
export type ListPages = PersistentMap<string, ListPage>;

/** The number of queries whose pages are remembered, so that the world does not grow with the exchanges. */
export const maxQueries = 50;
