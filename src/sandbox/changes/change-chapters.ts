/** Computes a book's chapters after an update, and the concerns about those that were sent. */
import type { AttachedFile, Book, Chapter } from '../book/index.ts';
import { chapterConcerns } from '../concerns/index.ts';
import type { SandboxParts } from '../parts/index.ts';
import { type Concern, readingConcern } from '../readings/index.ts';

export interface ChapterChange {
  readonly concerns: readonly Concern[];
  readonly change: {
    readonly chapters?: readonly Chapter[];
    readonly files?: readonly AttachedFile[];
  };
}

const unchanged: ChapterChange = { concerns: [], change: {} };

export async function changeChapters(
  book: Book,
  sentChapters: readonly Partial<Chapter>[] | null | undefined,
  parts: SandboxParts,
): Promise<ChapterChange> {
  const { readings, rules } = parts;
  if (sentChapters === undefined) return unchanged;
  if (book.chapters === null) {
    const reason = 'Only audiobooks have chapters.';
    const concerns = readingConcern(readings, 'chapters.non-audio', { name: 'chapters', reason });
    return { concerns, change: {} };
  }
  if (sentChapters === null || sentChapters.length === 0)
    return removeChapters(sentChapters, parts);
  const complete = sentChapters.filter(isComplete);
  const concerns = await chapterConcerns(book, { chapters: sentChapters, complete }, parts);
  const merged = rules.mergeChapters(book.chapters, complete);
  return { concerns, change: { chapters: merged, ...detachFiles(book, merged, parts) } };
}

/** Returns the change for `null` and for an empty list. */
function removeChapters(sent: null | readonly unknown[], { readings }: SandboxParts) {
  const silence = sent === null ? 'chapters.null' : 'chapters.empty-array';
  const reason = 'Chapters are not removed this way.';
  const clears = readings[silence] === 'clears';
  return {
    concerns: readingConcern(readings, silence, { name: 'chapters', reason }),
    change: clears ? { chapters: [] } : {},
  };
}

function isComplete(entry: Partial<Chapter>): entry is Chapter {
  return entry.fileId !== undefined && entry.sequence !== undefined && entry.title !== undefined;
}

/** Removes the files whose chapter was removed, if the reading says so. */
function detachFiles(book: Book, merged: readonly Chapter[], { readings, rules }: SandboxParts) {
  if (readings['chapters.file-still-attached'] === 'attached') return {};
  const idsBefore = (book.chapters ?? []).map(({ fileId }) => fileId);
  const removed = new Set(rules.findUnmappedFiles(idsBefore, merged));
  return { files: book.files.filter(({ id }) => !removed.has(id)) };
}
