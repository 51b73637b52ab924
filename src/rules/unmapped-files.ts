/** Audio files without a chapter (`publish.unmapped-file`). */

/** Returns the ids of the audio files that no chapter names. */
export function findUnmappedFiles(
  audioFileIds: readonly string[],
  chapters: readonly { readonly fileId: string }[],
): string[] {
  const mappedIds = new Set(chapters.map(({ fileId }) => fileId.toLowerCase()));
  return audioFileIds.filter((id) => !mappedIds.has(id.toLowerCase()));
}
