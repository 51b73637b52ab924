/** Whether somebody reads the audiobook aloud. */

export function hasNarrator(contributors: readonly { readonly role: string }[]): boolean {
  return contributors.some(({ role }) => role === 'Narrated by');
}
