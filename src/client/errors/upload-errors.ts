/** The errors of an upload: one per file that failed, and one for the whole call. Also the result of an upload. */
import type { Chapter, FileRole } from '../contract.ts';
import { DistributionError, nameErrors } from './distribution-error.ts';

/** The chapter a track becomes. The service gives its `fileId`. */
export type ChapterOfFile = Omit<Chapter, 'fileId'>;

/** A file of an upload. */
export interface ListedFile {
  /** Its index in the list of files. */
  readonly file: number;
  readonly filename: string;
  readonly role: FileRole;
}

/** A file that the book now has. */
export interface UploadedToBook extends ListedFile {
  readonly ok: true;
  /** The service's id for it, as chapters name it. */
  readonly fileId: string;
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** The chapter it was given with. */
  readonly chapter: ChapterOfFile | undefined;
  /** The number of upload URLs that were requested; 0 if the journal had the file. */
  readonly grants: number;
  /** How often its bytes were sent; 0 if the journal had the file. */
  readonly attempts: number;
}

/** A file that the book does not have. */
export interface NotUploaded extends ListedFile {
  readonly ok: false;
  readonly error: UploadError;
}

/** The result of `books.upload`. */
export interface UploadResult {
  /** True when every file is attached and the chapters given with them are set. */
  readonly ok: boolean;
  /** In the order they were given. */
  readonly files: readonly (UploadedToBook | NotUploaded)[];
  /** The chapters that are set; empty when none was given or a file is missing. */
  readonly chapters: readonly Chapter[];
  /** Why the service refused the chapters, when it did. */
  readonly chaptersError: unknown;
}

/** The last step that a file reached. */
export type UploadStage = 'read' | 'hash' | 'grant' | 'put' | 'attach';

/** Why a file was not uploaded. `service` has a cause; with `not-started`, the failure of another file would have affected it too. */
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
  /** The failure in words, without a signed query. */
  readonly why: string;
  readonly storageStatus?: number | undefined;
  readonly storageCode?: string | undefined;
  readonly cause?: unknown;
}

/** One file that was not uploaded. It shows no URL of the storage, only the storage's status and code. */
export class UploadError extends DistributionError {
  declare readonly type: 'upload';
  /** Its index in the list of files. */
  declare readonly file: number;
  declare readonly filename: string;
  declare readonly role: FileRole;
  declare readonly stage: UploadStage;
  declare readonly reason: UploadReason;
  /** The status the storage answered with; undefined when it did not answer. */
  declare readonly storageStatus: number | undefined;
  /** The storage's code for its refusal, for example `AccessDenied`. */
  declare readonly storageCode: string | undefined;

  constructor({ file, filename, role }: ListedFile, { why, ...failure }: FileFailure) {
    const { stage, reason, cause } = failure;
    const listed = { file, filename, role };
    const errorCause = cause instanceof DistributionError ? cause : undefined;
    super('upload', `${filename} (${role}) was not uploaded: ${why.replace(/\.?$/, '.')}`, {
      ...listed,
      ...failure,
      operation: errorCause?.operation ?? (stage === 'put' ? 'putFile' : undefined),
      retryable: reason === 'storage-unreachable' || errorCause?.retryable === true,
      requestId: errorCause?.requestId,
      requirement: errorCause?.requirement,
    });
  }
}

/** Some files were not uploaded, or the chapters were not set. Its `cause` is the first failure. */
export class UploadBatchError extends DistributionError {
  declare readonly type: 'upload-batch';
  /** The outcome of each file. Files that are attached stay attached. */
  readonly result: UploadResult;

  constructor(result: UploadResult) {
    const failed = result.files.flatMap((file) => (file.ok ? [] : [file.error]));
    const what =
      failed.length === 0
        ? 'the chapters were not set'
        : `${failed.length} of ${result.files.length} files were not uploaded`;
    const cause = failed[0] ?? result.chaptersError;
    const first = cause instanceof Error ? ` ${cause.message}` : '';
    const retryable = failed.length > 0 && failed.every((error) => error.retryable);
    super('upload-batch', `The upload is not complete: ${what}.${first}`, { cause, retryable });
    this.result = result;
  }
}

nameErrors({ UploadError, UploadBatchError });
