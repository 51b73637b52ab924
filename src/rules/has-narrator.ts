/** Returns whether an audiobook has a narrator. */

export function hasNarrator(contributors: readonly { readonly role: string }[]): boolean {
  return contributors.some(({ role }) => role === 'Narrated by');
}
