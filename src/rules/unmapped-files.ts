/** Finds the audio files that no chapter names (`publish.unmapped-file`). */

export function findUnmappedFiles(
  audioFileIds: readonly string[],
  chapters: readonly { readonly fileId: string }[],
): string[] {
  const mapped = new Set(chapters.map(({ fileId }) => fileId.toLowerCase()));
  return audioFileIds.filter((id) => !mapped.has(id.toLowerCase()));
}
