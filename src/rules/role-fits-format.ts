/** The rule about file roles (`upload.role-fits-format`). */

const rolePrefix: Readonly<Record<string, string>> = {
  ebook: 'ebook_',
  audio: 'audio_',
  print: 'pod_',
};

/** Returns whether a book of this format may have a file of this role. */
export function roleFitsFormat(role: string, format: string): boolean {
  const prefix = rolePrefix[format];
  return prefix !== undefined && role.startsWith(prefix);
}
