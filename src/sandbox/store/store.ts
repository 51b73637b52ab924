/** What the sandbox asks of whatever keeps its books and grants. */
import type { Book, Grant } from '../book/index.ts';

export type SortKey = 'createdAt' | 'title' | 'productIdentifier';

export interface PageQuery {
  readonly account: string;
  readonly sort: SortKey;
  readonly descending: boolean;
  /** Whether books with equal keys change places from one page to the next. */
  readonly unstable: boolean;
  readonly format?: string;
  /** One language code, as it is stored. */
  readonly language?: string;
  /** Books that showed up later than this stay out (epoch milliseconds). */
  readonly shownUntil: number;
  readonly limit: number;
  readonly offset: number;
}

export interface Page {
  readonly total: number;
  /** The list items as JSON texts, joined by commas. */
  readonly items: string;
}

/** A book and what is kept beside it, so that lists and sorts need not open it. */
export interface Row {
  readonly book: Book;
  /** The list item as JSON. */
  readonly item: string;
  /** What sorting by title goes by. */
  readonly titleKey: string;
  /** What a lookup by external id finds it under. */
  readonly externalKey: string | null;
  /** Whether nobody else of the account may have the same external id. */
  readonly claimsExternalId: boolean;
  /** Whether lists and lookups show it. */
  readonly listed: boolean;
}

/** What became of a write: done, overtaken by another one, or the external id is somebody else's. */
export type Written = 'written' | 'overtaken' | 'taken';

export interface Store {
  /** Writes a new book, and its claim on its external id in the same statement. */
  readonly insertBook: (row: Row) => Promise<Written>;
  /** Writes a book over the version before it. */
  readonly replaceBook: (row: Row) => Promise<Written>;
  readonly readBook: (id: string) => Promise<Book | undefined>;
  /** Listed books of an account with an external id, the newest first. */
  readonly booksByExternalId: (
    account: string,
    externalId: string,
    shownUntil: number,
  ) => Promise<readonly Book[]>;
  /** How many books of an account have an ISBN, other than one. */
  readonly othersByIsbn: (account: string, isbn: string, id: string) => Promise<number>;
  readonly page: (query: PageQuery) => Promise<Page>;
  readonly allBooks: () => Promise<readonly Book[]>;
  /** Counts up from the newest book there is. */
  readonly nextSequence: () => number;

  readonly insertGrants: (grants: readonly Grant[]) => Promise<void>;
  /** Gives an old grant a new URL. */
  readonly renewGrant: (id: string, nonce: string, expiresAt: number) => Promise<void>;
  readonly readGrant: (id: string) => Promise<Grant | undefined>;
  /** The newest grant of a book for the same file, for readings that give its id again. */
  readonly findGrant: (bookId: string, role: string, hash: string) => Promise<Grant | undefined>;
  /** Takes a URL for one upload; false when it is taken, attached, or used and not `reusable`. */
  readonly claimGrant: (id: string, claim: string, reusable: boolean) => Promise<boolean>;
  /** Gives a URL back after an upload that did not arrive whole. */
  readonly releaseGrant: (id: string, claim: string) => Promise<void>;
  /** Notes that a claimed upload arrived; its bytes are already safe. */
  readonly noteUpload: (id: string, claim: string, hash: string) => Promise<void>;
  /** Keeps the hash that was compared: what arrives later changes nothing any more. */
  readonly noteAttached: (id: string, at: number, hash: string | null) => Promise<void>;

  /** A setting that outlives the process where the books do, such as the signing secret. */
  readonly setting: (name: string, otherwise: () => string) => Promise<string>;
  readonly changeSetting: (name: string, text: string) => Promise<void>;
  /** Forgets every book and grant; settings stay. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}
