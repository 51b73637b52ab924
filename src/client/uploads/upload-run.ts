/** The options of an upload, and the state that its steps share. */
import type { BookCalls } from '../books/index.ts';
import type { FileRole } from '../contract.ts';
import type { FileFailure, UploadStage } from '../errors/index.ts';
import { formatCode, notBytes, type OpenSource } from '../files/index.ts';
import { asObject, checkFunction } from '../json.ts';
import {
  checkCount,
  checkTime,
  copyHeaders,
  type CallOptions,
  type CallPromise,
  type Limits,
  type Limiter,
  type RetryContext,
} from '../transport/index.ts';
import { openJournal, type BookJournal, type UploadJournal } from './journal.ts';
import type { PlannedFile } from './plan.ts';

/** `signal`, `headers`, `timeoutMs` and `maxRetries` apply to each call to the service. */
export interface UploadOptions extends CallOptions {
  /** Milliseconds for the whole upload or flow; no limit by default. */
  readonly deadlineMs?: number | undefined;
  /** As for other calls, and also for the storage; 60 000 by default, or 0 if `maxRetries` is set. */
  readonly retryForMs?: number | undefined;
  /** The number of files that are hashed, sent and attached concurrently; 3 by default. */
  readonly concurrency?: number | undefined;
  /**
   * How often the bytes of one file may be sent, to all its URLs together; by default 6 times, and more often while the
   * storage fails for less than `retryForMs`.
   */
  readonly maxAttempts?: number | undefined;
  /**
   * How long a connection to the storage may be idle, in milliseconds; 60 000 by default. After the last byte of a file
   * of more than 4 MB, it may be five times as long.
   */
  readonly stallMs?: number | undefined;
  /** Records the progress, so that the same call continues after a crash: a path, or a journal of your own. */
  readonly journal?: UploadJournal | string | URL | undefined;
  /** Called for each stage, and for each piece of up to a megabyte. Its errors are ignored. */
  readonly onProgress?: ((progress: UploadProgress) => unknown) | undefined;
}

/** The progress of one file. */
export interface UploadProgress {
  /** Its index in the list of files. */
  readonly file: number;
  readonly filename: string;
  readonly role: FileRole;
  /** What happens to the file now; `done` and `failed` are its last reports. */
  readonly stage: Exclude<UploadStage, 'read'> | 'done' | 'failed';
  /** The number of attempts to send the bytes so far; `bytes` starts at 0 with each of them. */
  readonly attempt: number;
  /** In the stages `hash` and `put`, how many bytes were hashed or handed to the network. */
  readonly bytes: number;
  /** The size of the file in bytes; 0 if it could not be opened. */
  readonly size: number;
  /** The progress of all files together. */
  readonly total: TotalProgress;
}

/** The progress of all files of an upload or a flow. */
export interface TotalProgress {
  /** The number of all files. */
  readonly files: number;
  /** The number of files that are attached, earlier calls included. */
  readonly filesDone: number;
  /** How many bytes were handed to the network or belong to attached files. Falls if a file has to be sent again. */
  readonly bytes: number;
  /** The size of all files, in bytes. */
  readonly size: number;
}

/** For how long uploads repeat a request by default, so that they survive a restart of the service or the storage. */
const retryUploadForMs = 60_000;

/**
 * Reads each option once, and applies the defaults.
 * @param limits those of the client
 * @throws TypeError for a count or a time that is out of range
 */
export function readSettings(uploadOptions: UploadOptions, limits: Limits) {
  const { concurrency = 3, maxAttempts = 6, stallMs = 60_000, ...rest } = uploadOptions;
  const { deadlineMs = Infinity, journal, onProgress, signal, ...options } = rest;
  const hasMaxRetries = (options.maxRetries ?? limits.maxRetries) !== undefined;
  checkFunction('onProgress', onProgress);
  const retryForMs =
    options.retryForMs ?? limits.retryForMs ?? (hasMaxRetries ? 0 : retryUploadForMs);
  return {
    concurrency: checkCount('concurrency', concurrency),
    putLimits: {
      maxRetries: checkCount('maxAttempts', maxAttempts) - 1,
      retryForMs: uploadOptions.maxAttempts === undefined ? retryForMs : 0,
    },
    stallMs: checkTime('stallMs', stallMs),
    deadlineMs: checkTime('deadlineMs', deadlineMs),
    onProgress,
    journal: openJournal(journal),
    signal,
    options: { ...options, headers: copyHeaders(options.headers), retryForMs },
  };
}

export type UploadSettings = ReturnType<typeof readSettings>;

/** Sends bytes to the storage, without the key: `fetch`, or a function with its signature. */
export type StorageFetch = (url: string, init: RequestInit) => Promise<Response>;

/** The parts of a client that its uploads use. */
export interface UploadDependencies {
  readonly context: RetryContext;
  readonly calls: Pick<BookCalls, 'requestUploads' | 'attach' | 'update'>;
  /** The limits of the client. */
  readonly limits: Limits;
  readonly storageFetch: StorageFetch | undefined;
  /** True if bytes may be sent to an http address. */
  readonly allowInsecureStorage: boolean;
}

/** An upload in progress. */
export interface UploadRun
  extends
    UploadDependencies,
    Omit<UploadSettings, 'journal' | 'options' | 'signal' | 'onProgress'> {
  readonly bookId: string;
  readonly signal: AbortSignal;
  readonly options: CallOptions;
  readonly record: <T>(call: CallPromise<T>) => Promise<T>;
  readonly journal: BookJournal;
  /** The index of the file to which each id was granted. */
  readonly grantedFiles: Map<string, number>;
  /** Limits the number of files that are attached at the same time to one. */
  readonly attachLimiter: Limiter;
}

/** One file of an upload in progress. */
export interface FileRun extends UploadRun, PlannedFile {
  /** The size of each file of the upload, in bytes, as far as known. */
  readonly sizes: number[];
  readonly report: (stage: UploadProgress['stage'], attempt: number, bytes: number) => void;
  /** @throws UploadError */
  readonly fail: (failure: FileFailure) => never;
}

/** An open file with its hash. */
export interface HashedFile extends FileRun {
  readonly openSource: OpenSource;
  readonly sha256: string;
  /** The hash to compare the bytes with while they are sent; undefined if `hasChanged` detects a change. */
  readonly expectedHash: string | undefined;
}

/** Returns the key of a file in the journal, which consists of its role, name and hash. */
export function getFileKey(file: {
  readonly role: string;
  readonly filename: string;
  readonly sha256: string;
}): string {
  return JSON.stringify([file.role, file.filename, file.sha256]);
}

/** The change of a file with more or fewer bytes than expected. */
export const changedLength = 'it has another length now';

/** Returns the message for a file that changed, with advice. */
export function explainChange(change: string): string {
  return `${change}. Call again once it is stable`;
}

/** Returns the message for a file that cannot be read, without the error's own message, which may contain a signed URL. */
export function explainUnreadable(error: unknown): string {
  if (asObject(error)['message'] === notBytes) return notBytes;
  return `it could not be read to its end${formatCode(error)}`;
}
