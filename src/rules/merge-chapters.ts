/**
 * The chapters of a book after an update that names some of them.
 * Requirements: `chapters.replace`, `chapters.add`, `chapters.unmentioned`.
 */

export interface NumberedChapter {
  readonly sequence: number;
}

/** Returns the stored and the sent chapters. A sent chapter replaces a stored one with the same sequence. */
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
