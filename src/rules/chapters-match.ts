/**
 * Finds the chapters whose file is not attached to the book as audio content.
 * Requirements: `chapters.file-must-match`.
 */

/**
 * @param attached ids of the book's attached audio content files
 * @returns positions of the chapters that do not match
 */
export function findUnmatchedChapters(
  chapters: readonly { readonly fileId: string }[],
  attached: readonly string[],
): number[] {
  const ids = new Set(attached.map((id) => id.toLowerCase()));
  return chapters.flatMap(({ fileId }, index) => (ids.has(fileId.toLowerCase()) ? [] : [index]));
}
