/** What a caller may say about one upload, and what it does where nothing is said. */
import type { CallOptions } from './call-options.ts';
import type { UploadJournal } from './upload-journal.ts';
import type { UploadProgress } from './upload-progress.ts';

/** `signal`, `timeoutMs`, `maxRetries` and so on hold for each call to the service; the rest is for the storage. */
export interface UploadOptions extends CallOptions {
  /** How many files are sent at once; 3 by default. */
  readonly concurrency?: number | undefined;
  /** How often the bytes of one file may be sent, over all its URLs; 6 by default. */
  readonly maxAttempts?: number | undefined;
  /** How long a connection to the storage may stand still, in milliseconds; 60 000 by default. */
  readonly stallMs?: number | undefined;
  /** Where to note what is done, so that the same call goes on after a crash: a path, or one of your own. */
  readonly journal?: UploadJournal | string | URL | undefined;
  /** Told of each stage, and of the bytes ten times a second. What it throws is not heard. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /** Resolve also when files failed, with `ok: false`, instead of throwing. */
  readonly settle?: boolean | undefined;
}

/** Options of which none is open. */
export interface UploadSettings {
  readonly concurrency: number;
  readonly maxAttempts: number;
  readonly stallMs: number;
  readonly settle: boolean;
  readonly journal: UploadJournal | string | URL | undefined;
  readonly onProgress: ((progress: UploadProgress) => void) | undefined;
  readonly options: CallOptions;
}

/** @throws TypeError for a count or a time that is not above 0 */
export function settingsOf(given: UploadOptions): UploadSettings {
  const { concurrency = 3, maxAttempts = 6, stallMs = 60_000, ...more } = given;
  for (const [name, value] of Object.entries({ concurrency, maxAttempts, stallMs })) {
    if (value > 0 && (name === 'stallMs' || Number.isInteger(value))) continue;
    throw new TypeError(`${name} must be a number above 0; came ${value}. Nothing was sent.`);
  }
  const { settle = false, journal, onProgress, ...options } = more;
  return { concurrency, maxAttempts, stallMs, settle, journal, onProgress, options };
}
