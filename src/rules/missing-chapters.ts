/** Whether an audiobook has no chapters at all. */

export function missingChapters(chapters: readonly unknown[]): boolean {
  return chapters.length === 0;
}
