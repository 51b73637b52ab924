/** What an upload throws: one error per file that did not get through, and one for all of them. */
import type { FileRole, Operation } from './book.ts';
import { DistributionError, named } from './errors.ts';
import type { UploadResult } from './upload-result.ts';

/** How far a file had come. */
export type UploadStage = 'read' | 'hash' | 'grant' | 'put' | 'attach';

/**
 * Why a file did not get through: it could not be read; it changed meanwhile; the service refused the call,
 * or it failed (see `cause`); the storage refused the bytes; the storage could not be reached, or stopped
 * taking bytes; the journal could not be written; or the file was not begun, because another one's failure
 * showed that it would fail as well.
 */
export type UploadReason =
  | 'unreadable'
  | 'changed'
  | 'service'
  | 'storage-refused'
  | 'storage-unreachable'
  | 'journal'
  | 'not-begun';

/** What is known of a file that did not get through. */
export interface UploadFailure {
  /** Its place in the list that was given, from 0. */
  readonly file: number;
  readonly filename: string;
  readonly role: FileRole;
  readonly stage: UploadStage;
  readonly reason: UploadReason;
  /** What happened, in words; it may hold no signed query. */
  readonly why: string;
  readonly storageStatus?: number | undefined;
  readonly storageCode?: string | undefined;
  readonly cause?: unknown;
}

const operations: Readonly<Record<UploadStage, Operation | undefined>> = {
  read: undefined,
  hash: undefined,
  grant: 'requestUploads',
  put: 'putFile',
  attach: 'attachFile',
};

/** One file that was not uploaded. No URL of the storage is in it, only what the storage answered. */
export class UploadError extends DistributionError {
  declare readonly kind: 'upload';
  /** Its place in the list that was given, from 0. */
  readonly file: number;
  readonly filename: string;
  readonly role: FileRole;
  readonly stage: UploadStage;
  readonly reason: UploadReason;
  /** The status the storage answered with; undefined where it gave none. */
  readonly storageStatus: number | undefined;
  /** The storage's own word for its refusal, for example `AccessDenied`. */
  readonly storageCode: string | undefined;

  static {
    named(this, 'UploadError');
  }

  constructor(failure: UploadFailure) {
    const { file, filename, role, stage, reason, why, cause } = failure;
    super('upload', `${filename} (${role}) was not uploaded: ${why.replace(/\.?$/, '.')}`, {
      operation: operations[stage],
      cause,
    });
    this.file = file;
    this.filename = filename;
    this.role = role;
    this.stage = stage;
    this.reason = reason;
    this.storageStatus = failure.storageStatus;
    this.storageCode = failure.storageCode;
  }
}

/** Some files of a call did not get through, or the chapters were not set. Its `cause` is the first failure. */
export class UploadBatchError extends DistributionError {
  declare readonly kind: 'upload-batch';
  /** What became of each file; those that are attached stay so. */
  readonly result: UploadResult;

  static {
    named(this, 'UploadBatchError');
  }

  constructor(result: UploadResult, cause: unknown) {
    const failed = result.files.filter((file) => !file.ok);
    const what =
      failed.length === 0
        ? `all ${result.files.length} files are attached, but their chapters were not set`
        : `${failed.length} of ${result.files.length} files were not uploaded`;
    const first = cause instanceof Error ? ` ${cause.message}` : '';
    super('upload-batch', `The upload is not complete: ${what}.${first}`, { cause });
    this.result = result;
  }
}
