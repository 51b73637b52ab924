/** What an upload needs of the rest of the client, and everything of one call that its files share. */
import type { Attachment, BookUpdate, UploadDescriptor } from './book.ts';
import type { CallOptions } from './call-options.ts';
import type { Time } from './time.ts';
import type { UploadGrant } from './upload-grants.ts';
import type { BookJournal } from './upload-journal.ts';
import type { Lane } from './upload-lane.ts';
import type { UploadProgress } from './upload-progress.ts';
import type { StorageFetch } from './upload-way.ts';

/** Calls of `books`, which repeat themselves where that is safe. */
export interface UploadCalls {
  readonly requestUploads: (
    id: string,
    files: readonly UploadDescriptor[],
    options?: CallOptions,
  ) => PromiseLike<readonly UploadGrant[]>;
  readonly attach: (
    id: string,
    file: Attachment & { readonly fileId: string },
    options?: CallOptions,
  ) => PromiseLike<unknown>;
  readonly update: (id: string, changes: BookUpdate, options?: CallOptions) => PromiseLike<unknown>;
  readonly get: (
    id: string,
    options?: CallOptions,
  ) => PromiseLike<{ readonly attributes: { readonly files?: unknown } }>;
  /** What to send to the storage with; undefined for the best there is. */
  readonly storageFetch: StorageFetch | undefined;
  readonly time: Time;
  /** From 0 to 1, without 1. */
  readonly random: () => number;
}

/** One call of `upload`, as each of its files sees it. */
export interface UploadRun {
  readonly bookId: string;
  readonly calls: UploadCalls;
  /** What goes with every call to the service, the signal among it. */
  readonly options: CallOptions;
  readonly maxAttempts: number;
  readonly stallMs: number;
  readonly journal: BookJournal;
  readonly lanes: { readonly hash: Lane; readonly send: Lane; readonly attach: Lane };
  readonly tell: (progress: UploadProgress) => void;
}
