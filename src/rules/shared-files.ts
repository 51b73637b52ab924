/**
 * Files that more than one chapter names.
 * Requirements: `chapters.one-file-one-chapter`, `chapters.shared-file`.
 */

/**
 * Returns the ids of these files, in lower case.
 * @param chapters all chapters of a book after an update
 */
export function findSharedFiles(chapters: readonly { readonly fileId: string }[]): string[] {
  const ids = new Set<string>();
  const sharedIds = new Set<string>();
  for (const { fileId } of chapters) {
    const id = fileId.toLowerCase();
    if (ids.has(id)) sharedIds.add(id);
    ids.add(id);
  }
  return [...sharedIds];
}
