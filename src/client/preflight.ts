/** What a client asks before it asks the service, where it was given somebody to ask. */
import type { Chapter } from './book.ts';
import type { Books } from './create-distribution.ts';
import type { FileToUpload } from './upload-source.ts';

/** What is known of a book before a call; each part is looked at where it is given. */
export interface BookSeen {
  readonly format?: string | undefined;
  readonly isbn?: string | null | undefined;
  readonly publicationDate?: string | undefined;
  readonly isFinalVersion?: boolean | undefined;
  readonly contributor?: readonly { readonly role: string }[] | undefined;
  readonly chapters?: readonly ChapterSeen[] | null | undefined;
}

/** A chapter; without a file where its file is still to be uploaded. */
export type ChapterSeen = Pick<Chapter, 'sequence' | 'title'> & {
  readonly fileId?: string | undefined;
  readonly titleAscii?: string | null | undefined;
};

/** A call that is about to be made: `flow` goes from create to publish. */
export interface Look {
  readonly call: 'create' | 'update' | 'upload' | 'publish' | 'flow';
  readonly book?: BookSeen | undefined;
  readonly files?: readonly FileToUpload[] | undefined;
}

/** Something about a call that the service refuses or may refuse, or that the document advises against. */
export interface PreflightIssue {
  /** Its rule, by the name that switches it off. */
  readonly rule: string;
  /** The requirement it stands on, by its id in the ledger. */
  readonly requirement: string;
  /** What that requirement says. */
  readonly says: string;
  /** An error is what any service that keeps to the document refuses; a warning is everything less sure. */
  readonly severity: 'error' | 'warning';
  /** Where in what was given, as a JSON Pointer: `/isbn`, `/files/0/role`. */
  readonly pointer: string;
  /** What stands there. */
  readonly came: string;
}

/** Looks at calls before they are made; `preflight()` of the entry of that name makes one. */
export interface Preflight {
  /**
   * Tells the warnings, and throws for the errors.
   * @param now epoch milliseconds, for what hangs on the day; the machine's clock unless given
   * @throws PreflightError with every issue when there is an error among them
   */
  readonly check: (look: Look, now?: number) => Promise<void>;
  /** The same calls, each looked at before it is made. */
  readonly over: (books: Books, now: () => number) => Books;
}
