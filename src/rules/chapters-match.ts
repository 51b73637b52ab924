/** Finds the chapters whose file is not attached to the book (`chapters.file-must-match`). */

/**
 * @param attachedIds ids of the book's attached audio content files
 * @returns the indices of the chapters whose file has none of these ids
 */
export function findUnmatchedChapters(
  chapters: readonly { readonly fileId: string }[],
  attachedIds: readonly string[],
): number[] {
  const ids = new Set(attachedIds.map((id) => id.toLowerCase()));
  return chapters.flatMap(({ fileId }, index) => (ids.has(fileId.toLowerCase()) ? [] : [index]));
}
