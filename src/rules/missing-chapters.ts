/** The chapters that an audiobook needs (`publish.chapters-present`). */

/** Returns whether there are no chapters. */
export function lacksChapters(chapters: readonly unknown[]): boolean {
  return chapters.length === 0;
}
