/** Returns whether a string has only ASCII characters (`chapters.title-ascii-only`). */

export function isAsciiOnly(text: string): boolean {
  return [...text].every((character) => character <= '\u007f');
}
