/** The interface of the stores for books, grants and settings. */
import type { Book, Grant } from '../book/index.ts';

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
  /** The list item as JSON. */
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

export interface Store {
  /** Writes a new book, and checks its external id in the same transaction. */
  readonly insertBook: (row: Row) => Promise<WriteOutcome>;
  /**
   * Writes many new books in one transaction, without checking their external ids.
   * @throws Error if a book with the same id already exists
   */
  readonly insertBooks: (rows: readonly Row[]) => Promise<void>;
  /** Writes very many new books. Lists show none of them until the last batch is written. */
  readonly insertMany: (
    batches: Iterable<ProgressBatch> | AsyncIterable<ProgressBatch>,
  ) => Promise<void>;
  /** Returns the progress of an `insertMany` that has not ended; undefined if there is none. */
  readonly readProgress: () => Promise<string | undefined>;
  /** Replaces the previous version of a book. */
  readonly replaceBook: (row: Row) => Promise<WriteOutcome>;
  readonly readBook: (id: string) => Promise<Book | undefined>;
  /** Returns the listed books of an account with an external id, newest first. */
  readonly findByExternalId: (
    account: string,
    externalId: string,
    rule: { readonly ignoresCase: boolean; readonly visibleUntil: number },
  ) => Promise<readonly Book[]>;
  /** Returns the number of other books of an account with an ISBN. */
  readonly countOthersByIsbn: (account: string, isbn: string, id: string) => Promise<number>;
  /** Returns the books of an account with a title, regardless of case. */
  readonly findByTitle: (account: string, title: string) => Promise<readonly Book[]>;
  readonly readPage: (query: PageQuery) => Promise<StoredPage>;
  readonly readAllBooks: () => Promise<readonly Book[]>;
  /** Returns the number of books of an account that lists show. */
  readonly countBooks: (account: string) => Promise<number>;
  /** Returns books in the order of creation, starting after a sequence number. */
  readonly listBooksAfter: (sequence: number, limit: number) => Promise<readonly Book[]>;
  /** Returns books in the reverse order, starting before a sequence number. */
  readonly listBooksBefore: (sequence: number, limit: number) => Promise<readonly Book[]>;
  /** Returns when the next review ends, as far as this process knows; Infinity if there is none. */
  readonly getNextReview: () => number;
  /**
   * Reads from the database when the next review ends, and returns the stored state of the control
   * API, or an empty string. Undefined for a store that has no other writer.
   */
  readonly refresh?: () => Promise<string>;
  /** Runs a task under a lock that all processes of the store share. */
  readonly withLock: <T>(task: () => Promise<T>) => Promise<T>;
  /** Returns the ids of an account's books with an overdue review, the longest overdue first. */
  readonly findDueReviews: (now: number, account: string) => Promise<readonly string[]>;
  /** Shows deleted books in lists and lookups, or hides them. */
  readonly setDeletedListed: (isListed: boolean) => Promise<void>;
  /** Returns the sequence numbers of new books, which continue after the newest book. */
  readonly takeSequences: (count: number) => Promise<readonly number[]>;

  readonly insertGrants: (grants: readonly Grant[]) => Promise<void>;
  /** Gives an old grant a new URL. */
  readonly renewGrant: (id: string, nonce: string, expiresAt: number) => Promise<void>;
  readonly readGrant: (id: string) => Promise<Grant | undefined>;
  /** Returns the newest grant of a book for the same file, for readings that reuse its id. */
  readonly findGrant: (bookId: string, role: string, hash: string) => Promise<Grant | undefined>;
  /** Claims a URL for one upload. Returns false if it is claimed, attached, or used and not `reusable`. */
  readonly claimGrant: (id: string, claim: string, reusable: boolean) => Promise<boolean>;
  /** Releases a URL after an incomplete upload. */
  readonly releaseGrant: (id: string, claim: string) => Promise<void>;
  /**
   * Records that a claimed upload arrived; its bytes are durable under the claim as their key. Returns false if another upload
   * has the URL now, because this process lost its connection to the store for a time.
   */
  readonly noteUpload: (id: string, claim: string, hash: string) => Promise<boolean>;
  /** Removes up to 100 grants of an account that expired before a time unattached. Returns the keys of their bytes. */
  readonly removeExpired: (account: string, before: number) => Promise<readonly string[]>;
  /** Records the hash that was compared, so that later uploads change nothing. */
  readonly noteAttached: (id: string, at: number, hash: string | null) => Promise<void>;

  /** Reads a setting that is kept as long as the books, such as the signing secret. Creates it if it is missing. */
  readonly readSetting: (name: string, initial: () => string) => Promise<string>;
  /** Creates a setting, or changes it. */
  readonly writeSetting: (name: string, text: string) => Promise<void>;
  /** Returns the keys of all stored bytes, or of those of one account. */
  readonly listFiles: (account?: string) => Promise<readonly string[]>;
  /** Deletes every book and grant, or those of one account; settings stay. */
  readonly reset: (account?: string) => Promise<void>;
  readonly close: () => Promise<void>;
}
