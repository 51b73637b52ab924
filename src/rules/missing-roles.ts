/** The files that a book needs before it can be published (`publish.validation-content`). */

const requiredRoles: Readonly<Record<string, readonly string[]>> = {
  ebook: ['ebook_content', 'ebook_cover'],
  audio: ['audio_content', 'audio_cover'],
  print: ['pod_content', 'pod_cover'],
};

/** Returns the required roles that none of the files has. */
export function findMissingRoles(
  format: string,
  files: readonly { readonly role: string }[],
): readonly string[] {
  return (requiredRoles[format] ?? []).filter((role) => !files.some((file) => file.role === role));
}
