/** The chapters of an audiobook: how an update changes them, and what is wrong with them. */

export interface NumberedChapter {
  readonly sequence: number;
}

export interface ChapterOfFile {
  readonly fileId: string;
}

/**
 * Returns the stored and the sent chapters. A sent chapter replaces a stored one with the same sequence.
 * Requirements: `chapters.replace`, `chapters.add`, `chapters.unmentioned`.
 */
export function mergeChapters<C extends NumberedChapter>(
  storedChapters: readonly C[],
  sentChapters: readonly C[],
): C[] {
  const chapters = [...storedChapters, ...sentChapters];
  return [...new Map(chapters.map((chapter) => [chapter.sequence, chapter])).values()];
}

/** Returns the sent chapters, which replace all stored ones. */
export function replaceChapters<C extends NumberedChapter>(
  _storedChapters: readonly C[],
  sentChapters: readonly C[],
): C[] {
  return mergeChapters([], sentChapters);
}

/** Sorts by sequence (`chapters.order`, `chapters.read-order`). */
export function sortBySequence<C extends NumberedChapter>(chapters: readonly C[]): C[] {
  return [...chapters].sort((a, b) => a.sequence - b.sequence);
}

/** Keeps the order in which the chapters were set. */
export function keepOrder<C>(chapters: readonly C[]): C[] {
  return [...chapters];
}

/** Returns whether the sequence numbers differ from 1, 2, 3 and so on (`chapters.gaps`). */
export function hasGaps(chapters: readonly NumberedChapter[]): boolean {
  const sequences = new Set(chapters.map(({ sequence }) => sequence));
  return chapters.some((_chapter, index) => !sequences.has(index + 1));
}

/** Returns the indices of the chapters that repeat the sequence number of an earlier one (`chapters.duplicate-sequence`). */
export function findRepeatedSequences(chapters: readonly NumberedChapter[]): number[] {
  const sequences = new Set<number>();
  return chapters.flatMap(({ sequence }, index) => {
    if (sequences.has(sequence)) return [index];
    sequences.add(sequence);
    return [];
  });
}

/** Returns whether an audiobook lacks chapters (`publish.chapters-present`). */
export function lacksChapters(chapters: readonly unknown[]): boolean {
  return chapters.length === 0;
}

/**
 * Returns the indices of the chapters whose file is not attached to the book (`chapters.file-must-match`).
 * @param attachedIds ids of the book's attached audio content files
 */
export function findUnmatchedChapters(
  chapters: readonly ChapterOfFile[],
  attachedIds: readonly string[],
): number[] {
  const ids = new Set(attachedIds.map((id) => id.toLowerCase()));
  return chapters.flatMap(({ fileId }, index) => (ids.has(fileId.toLowerCase()) ? [] : [index]));
}

/**
 * Returns the ids, in lower case, of the files that more than one chapter names.
 * Requirements: `chapters.one-file-one-chapter`, `chapters.shared-file`.
 * @param chapters all chapters of a book after an update
 */
export function findSharedFiles(chapters: readonly ChapterOfFile[]): string[] {
  const ids = new Set<string>();
  const sharedIds = new Set<string>();
  for (const { fileId } of chapters) {
    const id = fileId.toLowerCase();
    if (ids.has(id)) sharedIds.add(id);
    ids.add(id);
  }
  return [...sharedIds];
}

/** Returns the ids of the audio files that no chapter names (`publish.unmapped-file`). */
export function findUnmappedFiles(
  audioFileIds: readonly string[],
  chapters: readonly ChapterOfFile[],
): string[] {
  const mappedIds = new Set(chapters.map(({ fileId }) => fileId.toLowerCase()));
  return audioFileIds.filter((id) => !mappedIds.has(id.toLowerCase()));
}

/** Returns whether a chapter's title has only ASCII characters (`chapters.title-ascii-only`). */
export function isAsciiOnly(text: string): boolean {
  return [...text].every((character) => character <= '\u007f');
}
