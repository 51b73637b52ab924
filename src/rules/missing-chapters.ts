/** Returns whether an audiobook has no chapters. */

export function missingChapters(chapters: readonly unknown[]): boolean {
  return chapters.length === 0;
}
