/** The spelling of a language code in responses (`book.language-uppercase`). */

export function formatLanguageCode(text: string): string {
  return text.toUpperCase();
}
