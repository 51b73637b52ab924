/** Links of docs/requirements.md. */

/** Returns a link to a file of the repository. */
export function linkFile(path: string): string {
  return `[${path}](../${path})`;
}
