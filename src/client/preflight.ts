/** The checks that a client makes before it sends a call, when it was given a pre-flight. */
import type { BookCalls } from './books/index.ts';
import type { Chapter } from './contract.ts';
import type { UploadCalls } from './uploads/index.ts';
import type { FileToUpload } from './files/index.ts';

/** The known part of a book before a call; each field is checked when it is given. */
export interface CheckedBook {
  readonly format?: string | undefined;
  readonly isbn?: string | null | undefined;
  readonly publicationDate?: string | undefined;
  readonly isFinalVersion?: boolean | undefined;
  readonly contributor?: readonly { readonly role: string }[] | undefined;
  readonly chapters?: readonly CheckedChapter[] | null | undefined;
}

/** A chapter; without `fileId` when its file is still to be uploaded. */
export type CheckedChapter = Pick<Chapter, 'sequence' | 'title'> & {
  readonly fileId?: string | undefined;
  readonly titleAscii?: string | null | undefined;
};

/** A call that is about to be made: `flow` goes from create to publish. */
export interface CheckedCall {
  readonly call: 'create' | 'update' | 'upload' | 'publish' | 'flow';
  readonly book?: CheckedBook | undefined;
  readonly files?: readonly FileToUpload[] | undefined;
}

/** Checks calls before they are made. `preflight()` of the entry `book-distribution-client/preflight` makes one. */
export interface Preflight {
  /**
   * Reports the warnings, and throws for the errors.
   * @param now epoch milliseconds, for what depends on the day; the system's clock by default
   * @throws PreflightError with every issue when one of them is an error
   */
  readonly check: (call: CheckedCall, now?: number) => Promise<void>;
  /** Returns the same calls, each checked before it is made. */
  readonly wrap: (calls: BookCalls & UploadCalls, now: () => number) => BookCalls & UploadCalls;
}
