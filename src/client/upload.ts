/** The call that brings files into a book: everything between a path and an attached file. */
import type { UploadCalls } from './upload-calls.ts';
import type { UploadOptions } from './upload-options.ts';
import type { UploadResult } from './upload-result.ts';
import type { FileToUpload } from './upload-source.ts';

export interface UploadingFiles {
  /**
   * Uploads files and makes them the book's, and sets the chapters that were given with them. A book that
   * was not a draft becomes one again.
   *
   * For each file: reads it for its SHA-256, asks for a URL (POST `/books/{id}/upload`), sends the bytes
   * there without the key, and attaches it (PATCH `/books/{id}/file/{fileId}/attach`). Then, if files have
   * a `chapter`, one PATCH `/books/{id}` with all of them. A file is a `path` (where there is a file
   * system), a `blob`, or a `stream` function with its `size`; whatever its size, a few megabytes of each
   * file are held in memory.
   *
   * While files are sent, others are hashed, in Node by threads of their own. An attempt that breaks off is
   * repeated; a URL that has expired is replaced; whether an attempt without an answer worked is left to
   * attach, which compares the bytes. A file that changes on the way is not attached. With a `journal` the
   * same call after a crash does only what is left to do.
   *
   * Returns what became of each file, in their order.
   *
   * @throws TypeError before anything is sent, for a file without a name, type or source, or chapters that
   *   cannot all stand
   * @throws UploadBatchError when a file did not get through or the chapters were refused; its `result` has
   *   an UploadError per file, the others are attached. With `settle` the result is returned instead
   * @throws AbortedError when the signal ended it
   * @see document: Endpoints, 5 to 8 and note 3; Chapter; States and transitions
   * @example
   * await distribution.books.upload(id, [
   *   { role: 'audio_content', path: 'one.mp3', chapter: { sequence: 1, title: 'One' } },
   *   { role: 'audio_cover', path: 'cover.jpg' },
   * ], { journal: 'upload.journal' });
   */
  readonly upload: (
    id: string,
    files: readonly FileToUpload[],
    options?: UploadOptions,
  ) => Promise<UploadResult>;
}

/** Loaded when it is first used, so that a program which uploads nothing does not carry it. */
export function uploadingFiles(calls: UploadCalls): UploadingFiles {
  return {
    upload: async (bookId, files, options = {}) => {
      const { uploadFiles } = await import('./upload-files.ts');
      return uploadFiles(calls, { bookId, files }, options);
    },
  };
}
