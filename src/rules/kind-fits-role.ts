/** The kinds of files that each role accepts (`file.types`, `file.enforced`). */

const images: readonly string[] = ['jpeg', 'png'];

const kindsByRole: Readonly<Record<string, readonly string[]>> = {
  ebook_content: ['epub'],
  ebook_cover: images,
  audio_content: ['mp3', 'm4a'],
  audio_cover: images,
  pod_content: ['pdf'],
  pod_cover: ['pdf', ...images, 'gif', 'tiff', 'webp'],
};

/**
 * Returns whether a role accepts files of a kind.
 * @param kind the kind detected from the first bytes
 */
export function kindFitsRole(kind: string, role: string): boolean {
  return (kindsByRole[role] ?? []).includes(kind);
}
