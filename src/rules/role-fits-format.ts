/** The rule about file roles (`upload.role-fits-format`). */

const rolePrefixes: Readonly<Record<string, string>> = {
  ebook: 'ebook_',
  audio: 'audio_',
  print: 'pod_',
};

/** Returns whether a book of this format may have a file of this role. */
export function roleFitsFormat(role: string, format: string): boolean {
  const prefix = rolePrefixes[format];
  return prefix !== undefined && role.startsWith(prefix);
}
