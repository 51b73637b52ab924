/** Narrators, languages and prices of a book. */

/** Returns whether one of the contributors is a narrator (`contributor.narrator`, `publish.narrator`). */
export function hasNarrator(contributors: readonly { readonly role: string }[]): boolean {
  return contributors.some(({ role }) => role === 'Narrated by');
}

/** Returns a language code as responses show it (`book.language-uppercase`). */
export function formatLanguageCode(text: string): string {
  return text.toUpperCase();
}

/** Returns whether a price is zero or more (`book.price.rules`). */
export function isValidPrice(price: number): boolean {
  return price >= 0;
}
