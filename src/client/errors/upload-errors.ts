/** The result of an upload, and its errors: one per failed file, and one for the whole call. */
import type { Chapter, FileRole } from '../contract.ts';
import { DistributionError } from './distribution-error.ts';

/** The chapter of a track. Its `fileId` comes from the service. */
export type ChapterOfFile = Omit<Chapter, 'fileId'>;

/** A file of an upload. */
export interface ListedFile {
  /** Its index in the list of files. */
  readonly file: number;
  /** Its name for the service. */
  readonly filename: string;
  readonly role: FileRole;
}

/** A file that was attached to the book. */
export interface UploadedToBook extends ListedFile {
  readonly ok: true;
  /** The service's id of the file, which chapters refer to. */
  readonly fileId: string;
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** The chapter that was given with the file. */
  readonly chapter: ChapterOfFile | undefined;
  /** The number of upload URLs that were requested; 0 if the journal had the file. */
  readonly grants: number;
  /** The number of attempts to send its bytes; 0 if the journal had the file. */
  readonly attempts: number;
}

/** A file that was not attached to the book. */
export interface NotUploaded extends ListedFile {
  readonly ok: false;
  /** Why it was not attached. */
  readonly error: UploadError;
}

/** The result of `books.upload`. */
export interface UploadResult {
  /** True if every file is attached and the chapters given with them are set. */
  readonly ok: boolean;
  /** The files in the given order. */
  readonly files: readonly (UploadedToBook | NotUploaded)[];
  /** The chapters that are set; empty if none was given or a file is missing. */
  readonly chapters: readonly Chapter[];
  /** The error with which the chapters were not set; undefined if there was none. */
  readonly chaptersError: unknown;
}

/** The last step that a file reached. */
export type UploadStage = 'read' | 'hash' | 'grant' | 'put' | 'attach';

/**
 * The reason why a file was not uploaded. An error with `service` has a cause. `not-started` means that another file
 * failed for a reason that affects all files.
 */
export type UploadReason =
  | 'unreadable'
  | 'changed'
  | 'service'
  | 'storage-refused'
  | 'storage-unreachable'
  | 'journal'
  | 'not-started';

/** The failure that stopped one file. */
export interface FileFailure {
  readonly stage: UploadStage;
  readonly reason: UploadReason;
  /** The failure in words, without a signed query and without a full stop. */
  readonly why: string;
  readonly storageStatus?: number | undefined;
  readonly storageCode?: string | undefined;
  readonly cause?: unknown;
}

/** One file was not uploaded. The error shows the storage's status and code, but no URL. */
export class UploadError extends DistributionError {
  declare readonly type: 'upload';
  /** Its index in the list of files. */
  declare readonly file: number;
  declare readonly filename: string;
  declare readonly role: FileRole;
  /** The step that failed. */
  declare readonly stage: UploadStage;
  /** The kind of failure: of the file, the service, the storage or the journal. The message says more. */
  declare readonly reason: UploadReason;
  /** The status of the storage's response; undefined if there was none. */
  declare readonly storageStatus: number | undefined;
  /** The code of the storage's refusal, for example `AccessDenied`. */
  declare readonly storageCode: string | undefined;

  constructor({ file, filename, role }: ListedFile, { why, ...failure }: FileFailure) {
    const { stage, reason } = failure;
    const cause = failure.cause instanceof DistributionError ? failure.cause : undefined;
    const facts = {
      file,
      filename,
      role,
      ...failure,
      operation: cause?.operation ?? (stage === 'put' ? 'putFile' : undefined),
      retryable: reason === 'storage-unreachable' || cause?.retryable === true,
      requestId: cause?.requestId,
      requirement: cause?.requirement,
    } as const;
    super('upload', `${filename} (${role}) was not uploaded: ${why}.`, facts);
  }
}

/** Some files were not uploaded, or the chapters were not set. The `cause` is the first failure. */
export class UploadBatchError extends DistributionError {
  declare readonly type: 'upload-batch';
  /** The outcome of each file. Attached files stay attached. */
  declare readonly result: UploadResult;

  constructor(result: UploadResult) {
    const errors = result.files.flatMap((file) => (file.ok ? [] : [file.error]));
    const summary =
      errors.length === 0
        ? 'the chapters were not set'
        : `${errors.length} of ${result.files.length} files failed`;
    const cause = errors[0] ?? result.chaptersError;
    const reason = cause instanceof Error ? ` ${cause.message}` : '';
    const retryable = errors.length > 0 && errors.every((error) => error.retryable);
    const facts = { cause, retryable, result };
    super('upload-batch', `The upload is not complete: ${summary}.${reason}`, facts);
  }
}
