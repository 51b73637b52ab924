/** Returns whether an audiobook has a narrator (`contributor.narrator`, `publish.narrator`). */

export function hasNarrator(contributors: readonly { readonly role: string }[]): boolean {
  return contributors.some(({ role }) => role === 'Narrated by');
}
