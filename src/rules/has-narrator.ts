/** The narrator that an audiobook needs (`contributor.narrator`, `publish.narrator`). */

/** Returns whether one of the contributors is a narrator. */
export function hasNarrator(contributors: readonly { readonly role: string }[]): boolean {
  return contributors.some(({ role }) => role === 'Narrated by');
}
