/** Finds gaps in the sequence numbers of chapters (`chapters.gaps`). */

/** Returns whether the sequence numbers differ from 1, 2, 3 and so on. */
export function hasGaps(chapters: readonly { readonly sequence: number }[]): boolean {
  const sequences = new Set(chapters.map(({ sequence }) => sequence));
  return chapters.some((_chapter, index) => !sequences.has(index + 1));
}
