/**
 * Returns the files that a book still lacks before it can go to shops: one content and one cover.
 * Requirements: `publish.validation-content`.
 */

const requiredRoles: Readonly<Record<string, readonly string[]>> = {
  ebook: ['ebook_content', 'ebook_cover'],
  audio: ['audio_content', 'audio_cover'],
  print: ['pod_content', 'pod_cover'],
};

export function findMissingRoles(
  format: string,
  files: readonly { readonly role: string }[],
): readonly string[] {
  return (requiredRoles[format] ?? []).filter((role) => !files.some((file) => file.role === role));
}
