/**
 * Finds the files that more than one chapter names, among the chapters that a book would end up with.
 * Requirements: `chapters.one-file-one-chapter`, `chapters.shared-file`.
 */

/** @returns the ids in lower case */
export function findSharedFiles(chapters: readonly { readonly fileId: string }[]): string[] {
  const seen = new Set<string>();
  const ids = chapters.map(({ fileId }) => fileId.toLowerCase());
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))];
}
