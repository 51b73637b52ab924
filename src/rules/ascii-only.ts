/** Recognizes ASCII titles (`chapters.title-ascii-only`). */

/** Returns whether a string has only ASCII characters. */
export function isAsciiOnly(text: string): boolean {
  return [...text].every((character) => character <= '\u007f');
}
