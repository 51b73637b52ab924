/** The parts of an upload that its files share. */
import type { BookCalls } from '../books/index.ts';
import type { CallPromise, Service } from '../transport/index.ts';
import type { CallOptions, Limiter } from '../requests/index.ts';
import type { BookJournal } from './journal.ts';
import type { UploadProgress } from './options.ts';
import type { PlannedFile } from './plan.ts';
import type { OpenSource } from '../files/index.ts';
import type { StorageMeans } from './storage.ts';

export interface UploadRun {
  readonly bookId: string;
  readonly calls: Pick<BookCalls, 'requestUploads' | 'attach' | 'update'>;
  /** Awaits a call of the service, and keeps its response. */
  readonly record: <T>(call: CallPromise<T>) => Promise<T>;
  readonly storage: StorageMeans;
  /** True when bytes may be sent to an http address. */
  readonly insecureStorage: boolean;
  readonly means: Service['means'];
  /** For every call to the service, the signal included. */
  readonly options: CallOptions;
  readonly maxAttempts: number;
  readonly stallMs: number;
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
