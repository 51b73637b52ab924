/** The options of an upload, and its progress reports. */
import type { FileRole } from '../contract.ts';
import type { CallOptions } from '../requests/index.ts';
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
  /** Called for each stage, and about ten times a second for the bytes. What it throws is ignored. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Resolve even when files failed, with `ok: false`, instead of throwing. */
  readonly settle?: boolean | undefined;
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
export interface UploadSettings {
  readonly concurrency: number;
  readonly maxAttempts: number;
  readonly stallMs: number;
  readonly settle: boolean;
  readonly deadlineMs: number | undefined;
  readonly journal: UploadOptions['journal'];
  readonly onProgress: UploadOptions['onProgress'];
  /** For each call to the service. */
  readonly options: CallOptions;
}

/** @throws TypeError for a count or a time that is not above 0 */
export function readSettings(given: UploadOptions): UploadSettings {
  const { concurrency = 3, maxAttempts = 6, stallMs = 60_000, deadlineMs, ...rest } = given;
  const numbers = { concurrency, maxAttempts, stallMs, deadlineMs: deadlineMs ?? 1 };
  for (const [name, value] of Object.entries(numbers)) {
    if (value > 0 && (name.endsWith('Ms') || Number.isInteger(value))) continue;
    throw new TypeError(`${name} must be a number above 0; received ${value}. Nothing was sent.`);
  }
  const { settle = false, journal, onProgress, ...options } = rest;
  return { concurrency, maxAttempts, stallMs, settle, deadlineMs, journal, onProgress, options };
}

const shortestIntervalMs = 100;

/** Passes on each new stage or attempt and each end of the bytes; otherwise ten reports a second per file. */
export function throttleProgress(
  onProgress: UploadOptions['onProgress'],
  now: () => number,
): (progress: UploadProgress) => void {
  const last = new Map<number, { readonly step: string; readonly at: number }>();
  return (progress) => {
    const { file, stage, attempt, bytes, size } = progress;
    const [step, at, before] = [`${stage} ${attempt}`, now(), last.get(file)];
    const soon = before !== undefined && at - before.at < shortestIntervalMs;
    if (before?.step === step && bytes < size && soon) return;
    last.set(file, { step, at });
    try {
      onProgress?.(progress);
    } catch {
      // A listener that throws must not break the upload.
    }
  };
}
