/** How a language code is written in answers. */

export function languageCode(text: string): string {
  return text.toUpperCase();
}
