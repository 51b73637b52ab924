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
  entries: readonly Partial<Chapter>[] | null | undefined,
  parts: Parts,
): Promise<ChapterChange> {
  const { readings, rules } = parts;
  if (entries === undefined) return { concerns: [], change: {} };
  if (book.chapters === null) {
    const place = { name: 'chapters', reason: 'Only audiobooks have chapters.' };
    return { concerns: applyReading(readings, 'chapters.non-audio', place), change: {} };
  }
  if (entries === null || entries.length === 0) return removeChapters(entries, parts);
  const sentChapters = entries.filter(isComplete);
  const concerns = await findChapterConcerns(book, { entries, chapters: sentChapters }, parts);
  const chapters = rules.mergeChapters(book.chapters, sentChapters);
  return { concerns, change: { chapters, ...detachFiles(book, chapters, parts) } };
}

function removeChapters(entries: null | readonly unknown[], { readings }: Parts) {
  const silence = entries === null ? 'chapters.null' : 'chapters.empty-array';
  const reason = 'Chapters cannot be removed this way.';
  const clears = readings[silence] === 'clears';
  return {
    concerns: applyReading(readings, silence, { name: 'chapters', reason }),
    change: clears ? { chapters: [] } : {},
  };
}

function isComplete(entry: Partial<Chapter>): entry is Chapter {
  return entry.fileId !== undefined && entry.sequence !== undefined && entry.title !== undefined;
}

/** Returns the book's files without those of removed chapters, if the reading says so. */
function detachFiles(book: Book, chapters: readonly Chapter[], { readings, rules }: Parts) {
  if (readings['chapters.file-still-attached'] === 'attached') return {};
  const idsBefore = (book.chapters ?? []).map(({ fileId }) => fileId);
  const unmappedIds = new Set(rules.findUnmappedFiles(idsBefore, chapters));
  return { files: book.files.filter(({ id }) => !unmappedIds.has(id)) };
}
