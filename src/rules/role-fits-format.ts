/** The file roles of each format (`upload.role-fits-format`). */

/** The start of the names of a format's roles. */
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
