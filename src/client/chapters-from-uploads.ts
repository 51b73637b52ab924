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
  const files = results.flatMap((result) => result.files);
  return inOrder(
    files.flatMap((file) =>
      file.ok && file.chapter !== undefined ? [{ ...file.chapter, fileId: file.fileId }] : [],
    ),
  );
}

export function inOrder(chapters: readonly Chapter[]): Chapter[] {
  return chapters.toSorted((one, other) => one.sequence - other.sequence);
}
