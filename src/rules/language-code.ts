/** The spelling of a language code in responses. */

export function languageCode(text: string): string {
  return text.toUpperCase();
}
