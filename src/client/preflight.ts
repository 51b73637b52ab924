/** The interface of a pre-flight, which checks calls before they are sent. */
import type { BookCalls } from './books/index.ts';
import type { Chapter } from './contract.ts';
import type { UploadCalls } from './uploads/index.ts';
import type { FileToUpload } from './files/index.ts';

/** The fields of a book that are known before a call. Each field is checked if it is given. */
export interface CheckedBook {
  readonly format?: string | undefined;
  readonly isbn?: string | null | undefined;
  readonly publicationDate?: string | undefined;
  readonly isFinalVersion?: boolean | undefined;
  readonly contributor?: readonly { readonly role: string }[] | undefined;
  readonly chapters?: readonly CheckedChapter[] | null | undefined;
}

/** A chapter, without `fileId` if its file is not uploaded yet. */
export type CheckedChapter = Pick<Chapter, 'sequence' | 'title'> & {
  readonly fileId?: string | undefined;
  readonly titleAscii?: string | null | undefined;
};

/** A call that is about to be sent. `flow` covers all calls from create to publish. */
export interface CheckedCall {
  readonly call: 'create' | 'update' | 'upload' | 'publish' | 'flow';
  readonly book?: CheckedBook | undefined;
  readonly files?: readonly FileToUpload[] | undefined;
}

/** Checks calls before they are sent. `preflight()` of the entry `book-distribution-client/preflight` creates one. */
export interface Preflight {
  /**
   * Reports warnings, and throws errors.
   * @param now milliseconds since 1970, for rules that depend on the day; by default the system's clock
   * @throws PreflightError with all issues if one of them is an error
   */
  readonly check: (call: CheckedCall, now?: number) => Promise<void>;
  /** Returns the same calls, each checked before it is sent. */
  readonly wrap: (calls: BookCalls & UploadCalls, now: () => number) => BookCalls & UploadCalls;
}
