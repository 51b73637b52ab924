/** The options of an upload, and its progress reports. */
import type { FileRole } from '../contract.ts';
import { checkNumber, type CallOptions } from '../requests/index.ts';
import type { UploadJournal } from './journal.ts';

/**
 * `signal`, `headers`, `timeoutMs` and `maxRetries` apply to each call to the service. `deadlineMs` is the time for the
 * whole upload; without it an upload may take as long as its files need.
 */
export interface UploadOptions extends CallOptions {
  /** How many files are sent at once; 3 by default. */
  readonly concurrency?: number | undefined;
  /** How often the bytes of one file may be sent, over all its URLs; 6 by default. */
  readonly maxAttempts?: number | undefined;
  /** How long a connection to the storage may stand still, in milliseconds; 60 000 by default. */
  readonly stallMs?: number | undefined;
  /** Records what is done, so that the same call continues after a crash: a path, or a journal of your own. */
  readonly journal?: UploadJournal | string | URL | undefined;
  /** Called for each stage, and for each piece of up to a megabyte. What it throws is ignored. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** The progress of one file. */
export interface UploadProgress {
  /** Its index in the list that was given. */
  readonly file: number;
  readonly filename: string;
  readonly role: FileRole;
  readonly stage: 'hash' | 'grant' | 'put' | 'attach' | 'done' | 'failed';
  /** The number of attempts to send its bytes; `bytes` starts at 0 with each of them. */
  readonly attempt: number;
  /** In the stages `hash` and `put`: how many bytes were read, or taken by the network. */
  readonly bytes: number;
  readonly size: number;
}

/** The options with their defaults. */
export interface UploadSettings extends Pick<
  UploadOptions,
  'signal' | 'deadlineMs' | 'onProgress'
> {
  readonly concurrency: number;
  readonly maxAttempts: number;
  readonly stallMs: number;
  /** For each call to the service. */
  readonly options: CallOptions;
}

/** @throws TypeError for a count or a time that is not above 0 */
export function readSettings(given: UploadOptions): UploadSettings {
  const { concurrency = 3, maxAttempts = 6, stallMs = 60_000, deadlineMs, ...rest } = given;
  const numbers = { concurrency, maxAttempts, stallMs, deadlineMs: deadlineMs ?? 1 };
  for (const [name, value] of Object.entries(numbers)) checkNumber(name, value);
  const { journal: _, onProgress, signal, ...options } = rest;
  return { concurrency, maxAttempts, stallMs, deadlineMs, onProgress, signal, options };
}
