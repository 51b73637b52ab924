/** Returns whether the sequences of chapters differ from 1, 2, 3 and so on (`chapters.gaps`). */

export function hasGaps(chapters: readonly { readonly sequence: number }[]): boolean {
  const sequences = new Set(chapters.map(({ sequence }) => sequence));
  return chapters.some((_chapter, index) => !sequences.has(index + 1));
}
