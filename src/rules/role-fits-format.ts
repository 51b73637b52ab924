/** Whether a file of this role belongs to a book of this format. */

const rolePrefix: Readonly<Record<string, string>> = {
  ebook: 'ebook_',
  audio: 'audio_',
  print: 'pod_',
};

export function roleFitsFormat(role: string, format: string): boolean {
  const prefix = rolePrefix[format];
  return prefix !== undefined && role.startsWith(prefix);
}
