/** What the store takes and returns. */
import type { Book } from '../book/index.ts';

export type SortKey = 'createdAt' | 'title' | 'productIdentifier';

export interface PageQuery {
  readonly account: string;
  readonly sort: SortKey;
  readonly descending: boolean;
  /** True if every other read reverses the order of books with equal keys. */
  readonly unstable: boolean;
  readonly format?: string | undefined;
  /** A language code, as it is stored. */
  readonly language?: string | undefined;
  /** Books created later than this are left out (epoch milliseconds). */
  readonly visibleUntil: number;
  readonly limit: number;
  readonly offset: number;
  /** A hash of the current readings, under which list items are written. */
  readonly readingsHash: string;
  /** Writes the list item of a book as JSON, for books stored under other readings. */
  readonly itemOf: (book: Book) => string;
}

export interface StoredPage {
  readonly total: number;
  /** The list items as JSON texts, joined by commas. */
  readonly items: string;
}

/** A book to be stored, with the values that depend on the readings. */
export interface Row {
  readonly book: Book;
  readonly item: string;
  /** A hash of the readings under which the item was written. */
  readonly readingsHash: string;
  /** The rule for external ids; `unique` if this one may occur once in its account. */
  readonly externalId: ExternalIdRule & { readonly unique: boolean };
  /** True if lists and lookups show the book. */
  readonly isListed: boolean;
}

export interface ExternalIdRule {
  /** True if upper and lower case are the same. */
  readonly ignoresCase: boolean;
  /** True if a deleted book keeps its external id, so that no other book can have it. */
  readonly keptByDeleted: boolean;
}

/** The outcome of a write: done, overtaken by another write, or refused because another book has the external id. */
export type WriteOutcome = 'written' | 'overtaken' | 'taken';

/** Books that are written in one transaction, together with a text that tells the next process how to continue. */
export interface ProgressBatch {
  readonly rows: readonly Row[];
  readonly progress: string;
}
