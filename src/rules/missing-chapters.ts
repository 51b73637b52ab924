/** Returns whether an audiobook has no chapters (`publish.chapters-present`). */

export function lacksChapters(chapters: readonly unknown[]): boolean {
  return chapters.length === 0;
}
