/** Returns whether a string has only ASCII characters. */

export function asciiOnly(text: string): boolean {
  return [...text].every((character) => character <= '\u007f');
}
