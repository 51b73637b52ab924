/** Computes a book's chapters after an update, and the concerns about the chapters that were sent. */
import type { AttachedFile, Book, Chapter } from '../book/index.ts';
import { findChapterConcerns } from '../concerns/index.ts';
import type { Parts } from '../parts/index.ts';
import { type Concern, applyReading } from '../readings/index.ts';

export interface ChapterChange {
  readonly concerns: readonly Concern[];
  readonly change: {
    readonly chapters?: readonly Chapter[];
    readonly files?: readonly AttachedFile[];
  };
}

export async function changeChapters(
  book: Book,
  entries: readonly Chapter[] | null | undefined,
  parts: Parts,
): Promise<ChapterChange> {
  const { readings, rules } = parts;
  if (entries === undefined) return { concerns: [], change: {} };
  if (book.chapters === null) {
    const place = { name: 'chapters', reason: 'Only audiobooks have chapters.' };
    return { concerns: applyReading(readings, 'chapters.non-audio', place), change: {} };
  }
  if (entries === null || entries.length === 0) return removeChapters(entries, parts);
  const concerns = await findChapterConcerns(book, entries, parts);
  const chapters = rules.mergeChapters(book.chapters, entries);
  return { concerns, change: { chapters, ...detachFiles(book, chapters, parts) } };
}

/** Removes all chapters if the reading says so. The contract layer has refused the request if a reading wants that. */
function removeChapters(entries: null | readonly unknown[], { readings }: Parts): ChapterChange {
  const silence = entries === null ? 'chapters.null' : 'chapters.empty-array';
  return { concerns: [], change: readings[silence] === 'clears' ? { chapters: [] } : {} };
}

/** Returns the book's files without those of removed chapters, if the reading says so. */
function detachFiles(book: Book, chapters: readonly Chapter[], { readings, rules }: Parts) {
  if (readings['chapters.file-still-attached'] === 'attached') return {};
  const idsBefore = (book.chapters ?? []).map(({ fileId }) => fileId);
  const unmappedIds = new Set(rules.findUnmappedFiles(idsBefore, chapters));
  return { files: book.files.filter(({ id }) => !unmappedIds.has(id)) };
}
