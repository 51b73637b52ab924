/** What became of an upload, file by file. */
import type { Chapter, FileRole } from './book.ts';
import type { UploadError } from './upload-error.ts';
import type { ChapterOfFile } from './upload-source.ts';

interface Listed {
  /** Its place in the list that was given, from 0. */
  readonly file: number;
  readonly filename: string;
  readonly role: FileRole;
}

/** A file that the book now has. */
export interface UploadedToBook extends Listed {
  readonly ok: true;
  /** The service's id for it, as chapters name it. */
  readonly fileId: string;
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** The chapter it was given with. */
  readonly chapter: ChapterOfFile | undefined;
  /** How many upload URLs were asked for, and how often its bytes were sent; 0 where the journal had it. */
  readonly grants: number;
  readonly attempts: number;
}

/** A file that the book does not have. */
export interface NotUploaded extends Listed {
  readonly ok: false;
  readonly error: UploadError;
}

export interface UploadResult {
  /** Whether every file is attached, and the chapters given with them are set. */
  readonly ok: boolean;
  /** In the order they were given. */
  readonly files: readonly (UploadedToBook | NotUploaded)[];
  /** The chapters that are set; empty where none was given, or a file is missing. */
  readonly chapters: readonly Chapter[];
  /** Why the chapters were not set, where the service refused them. */
  readonly chaptersError: unknown;
}
