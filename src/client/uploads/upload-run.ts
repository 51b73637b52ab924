/** The options of an upload, and what the steps of its files share. */
import type { BookCalls } from '../books/index.ts';
import type { FileRole } from '../contract.ts';
import type { FileFailure, UploadStage } from '../errors/index.ts';
import type { OpenSource } from '../files/index.ts';
import {
  checkNumber,
  type CallOptions,
  type CallPromise,
  type Limiter,
  type RetryContext,
} from '../transport/index.ts';
import type { BookJournal, UploadJournal } from './journal.ts';
import type { PlannedFile } from './plan.ts';

/**
 * `signal`, `headers`, `timeoutMs` and `maxRetries` apply to each call to the service. `deadlineMs` is the time for the
 * whole upload; without it an upload may take as long as its files need.
 */
export interface UploadOptions extends CallOptions {
  /** The number of files that are hashed, sent and attached concurrently; 3 by default. */
  readonly concurrency?: number | undefined;
  /** How often the bytes of one file may be sent, over all its URLs; 6 by default. */
  readonly maxAttempts?: number | undefined;
  /** How long a connection to the storage may be idle, in milliseconds; 60 000 by default. */
  readonly stallMs?: number | undefined;
  /** Records what is done, so that the same call continues after a crash: a path, or a journal of your own. */
  readonly journal?: UploadJournal | string | URL | undefined;
  /** Called for each stage, and for each piece of up to a megabyte. What it throws is ignored. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** The progress of one file. */
export interface UploadProgress {
  /** Its index in the list of files. */
  readonly file: number;
  readonly filename: string;
  readonly role: FileRole;
  readonly stage: Exclude<UploadStage, 'read'> | 'done' | 'failed';
  /** The number of attempts to send its bytes; `bytes` starts at 0 with each of them. */
  readonly attempt: number;
  /** In the stages `hash` and `put`: how many bytes were read, or taken by the network. */
  readonly bytes: number;
  readonly size: number;
}

/** @throws TypeError for a count or a time that is not above 0 */
export function readSettings(uploadOptions: UploadOptions) {
  const { concurrency = 3, maxAttempts = 6, stallMs = 60_000, ...rest } = uploadOptions;
  const { deadlineMs = Infinity, journal: _, onProgress, signal, ...options } = rest;
  const numbers = { concurrency, maxAttempts, stallMs, deadlineMs };
  for (const [name, value] of Object.entries(numbers)) checkNumber(name, value);
  return { ...numbers, onProgress, signal, options };
}

/** Sends bytes to the storage: `fetch`, or anything with its signature. It never sees the key. */
export type StorageFetch = (url: string, init: RequestInit) => Promise<Response>;

/** The parts of a client that its uploads use. */
export interface UploadDependencies {
  readonly context: RetryContext;
  readonly calls: Pick<BookCalls, 'requestUploads' | 'attach' | 'update'>;
  readonly storageFetch: StorageFetch | undefined;
  /** True when bytes may be sent to an http address. */
  readonly insecureStorage: boolean;
}

/** An upload in progress. */
export interface UploadRun
  extends UploadDependencies, Omit<ReturnType<typeof readSettings>, 'options' | 'signal'> {
  readonly bookId: string;
  readonly signal: AbortSignal;
  readonly options: CallOptions;
  readonly record: <T>(call: CallPromise<T>) => Promise<T>;
  readonly journal: BookJournal;
  /** Lets one file at a time be attached. */
  readonly attachLimiter: Limiter;
}

/** One file of an upload in progress. */
export interface FileRun extends UploadRun, PlannedFile {
  readonly report: (stage: UploadProgress['stage'], attempt: number, bytes: number) => void;
  /** @throws UploadError */
  readonly fail: (failure: FileFailure) => never;
}

/** An open file with everything that is announced of it. */
export interface HashedFile extends FileRun {
  readonly opened: OpenSource;
  readonly sha256: string;
  /** The expected hash, if only a check during the sending can find that the bytes have changed. */
  readonly check: string | undefined;
}

/** Identifies a file in the journal: the same bytes under the same name and role. */
export function getFileKey(file: {
  readonly role: string;
  readonly filename: string;
  readonly sha256: string;
}): string {
  return JSON.stringify([file.role, file.filename, file.sha256]);
}

/** Explains that a file changed, and what to do. */
export function explainChange(how: string): string {
  return `${how}: it changed during the upload. Call again when it no longer changes.`;
}

/** Does not repeat the error's message, because that of a custom stream may contain a signed URL. */
export function explainUnreadable(error: unknown): string {
  return `it could not be read to its end${formatCode(error)}`;
}

/** Returns the system's code of an error in brackets, such as ` (ECONNRESET)`, or nothing. */
export function formatCode(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
}
