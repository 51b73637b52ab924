/** Whether a text has no character beyond ASCII. */

export function asciiOnly(text: string): boolean {
  return [...text].every((character) => character <= '\u007f');
}
