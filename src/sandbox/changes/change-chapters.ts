/** Computes a book's chapters after an update, and the concerns about those that were sent. */
import type { AttachedFile, Book, Chapter } from '../book/index.ts';
import { chapterConcerns } from '../concerns/index.ts';
import type { SandboxParts } from '../parts/index.ts';
import { type Concern, open } from '../readings/index.ts';

export interface ChangedChapters {
  readonly concerns: readonly Concern[];
  readonly change: {
    readonly chapters?: readonly Chapter[];
    readonly files?: readonly AttachedFile[];
  };
}

const unchanged: ChangedChapters = { concerns: [], change: {} };

export async function changedChapters(
  book: Book,
  asked: readonly Partial<Chapter>[] | null | undefined,
  parts: SandboxParts,
): Promise<ChangedChapters> {
  const { readings, rules } = parts;
  if (asked === undefined) return unchanged;
  if (book.chapters === null) {
    const reason = 'Only audiobooks have chapters.';
    const concerns = open(readings, 'chapters.non-audio', { name: 'chapters', reason });
    return { concerns, change: {} };
  }
  if (asked === null || asked.length === 0) return withoutChapters(asked, parts);
  const whole = asked.filter(isWhole);
  const concerns = await chapterConcerns(book, { chapters: asked, whole }, parts);
  const merged = rules.mergeChapters(book.chapters, whole);
  return { concerns, change: { chapters: merged, ...detached(book, merged, parts) } };
}

/** Handles `null` and the empty list. */
function withoutChapters(asked: null | readonly unknown[], { readings }: SandboxParts) {
  const silence = asked === null ? 'chapters.null' : 'chapters.empty-array';
  const reason = 'Chapters are not removed this way.';
  const clears = readings[silence] === 'clears';
  return {
    concerns: open(readings, silence, { name: 'chapters', reason }),
    change: clears ? { chapters: [] } : {},
  };
}

function isWhole(entry: Partial<Chapter>): entry is Chapter {
  return entry.fileId !== undefined && entry.sequence !== undefined && entry.title !== undefined;
}

/** Files whose chapter was removed, if the reading says that they are removed too. */
function detached(book: Book, merged: readonly Chapter[], { readings, rules }: SandboxParts) {
  if (readings['chapters.file-still-attached'] === 'attached') return {};
  const before = (book.chapters ?? []).map(({ fileId }) => fileId);
  const gone = new Set(rules.unmappedFiles(before, merged));
  return { files: book.files.filter(({ id }) => !gone.has(id)) };
}
