/** The parts of an upload that its files share, and what all of them may report. */
import type { BookCalls } from '../books/index.ts';
import { UploadError, type FileFailure } from '../errors/index.ts';
import type { OpenSource } from '../files/index.ts';
import type { CallOptions, Limiter } from '../requests/index.ts';
import type { CallPromise, Service } from '../transport/index.ts';
import type { BookJournal } from './journal.ts';
import type { UploadProgress, UploadSettings } from './options.ts';
import type { PlannedFile } from './plan.ts';

/** Sends bytes to the storage: `fetch`, or anything with its signature. It never sees the key. */
export type StorageFetch = (url: string, init: RequestInit) => Promise<Response>;

export interface UploadRun extends UploadSettings {
  readonly bookId: string;
  readonly calls: Pick<BookCalls, 'requestUploads' | 'attach' | 'update'>;
  /** Awaits a call of the service, and keeps its response. */
  readonly record: <T>(call: CallPromise<T>) => Promise<T>;
  readonly storageFetch: StorageFetch | undefined;
  /** True when bytes may be sent to an http address. */
  readonly insecureStorage: boolean;
  readonly means: Service['means'];
  /** For every call to the service. */
  readonly options: CallOptions & { readonly signal: AbortSignal };
  readonly journal: BookJournal;
  readonly limiters: Readonly<Record<'hash' | 'send' | 'attach', Limiter>>;
  readonly report: (progress: UploadProgress) => void;
}

/** Identifies a file in the journal: the same bytes under the same name and role. */
export function keyOf(file: {
  readonly role: string;
  readonly filename: string;
  readonly sha256: string;
}): string {
  return JSON.stringify([file.role, file.filename, file.sha256]);
}

/** Reports how far a file is. */
export function reportStage(
  { file, filename, role, opened }: PlannedFile & { readonly opened: OpenSource },
  run: UploadRun,
  step: Pick<UploadProgress, 'stage' | 'attempt' | 'bytes'>,
): void {
  run.report({ file, filename, role, ...step, size: opened.size });
}

/** @throws UploadError always */
export function stopFile(file: PlannedFile, failure: FileFailure): never {
  throw new UploadError(file, failure);
}

/** Explains that a file changed, and what to do. */
export function explainChange(how: string): string {
  return `${how}: it changed during the upload. Nothing was attached; call again when it no longer changes.`;
}

/** Not the error's own words: those of a foreign stream may repeat a signed URL. */
export function explainUnreadable(error: unknown): string {
  return `it could not be read to its end${codeOf(error)}`;
}

/** Returns the system's code of an error in brackets, such as ` (ECONNRESET)`, or nothing. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
}
