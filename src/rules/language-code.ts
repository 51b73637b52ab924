/** The spelling of a language code in responses (`book.language-uppercase`). */

export function languageCode(text: string): string {
  return text.toUpperCase();
}
