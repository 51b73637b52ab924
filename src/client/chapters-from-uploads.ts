/** Chapters of an audiobook from the files that were uploaded for them. */
import type { Chapter } from './book.ts';
import type { UploadResult } from './upload-result.ts';

/**
 * The chapters that the uploaded files were given with, in their order, each naming the file the service
 * knows. `books.upload` sets them by itself; this is for results of `settle`, or of several calls.
 *
 * @see document: Chapter
 * @example
 * const chapters = chaptersFromUploads(await distribution.books.upload(id, files, { settle: true }));
 * await distribution.books.update(id, { chapters });
 */
export function chaptersFromUploads(...results: readonly Pick<UploadResult, 'files'>[]): Chapter[] {
  return results
    .flatMap(({ files }) => files)
    .flatMap((file) =>
      file.ok && file.chapter !== undefined ? [{ ...file.chapter, fileId: file.fileId }] : [],
    )
    .sort((one, other) => one.sequence - other.sequence);
}
