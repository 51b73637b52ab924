/**
 * Finds the chapters of one request whose sequence an earlier chapter already uses.
 * Requirements: `chapters.duplicate-sequence`.
 */

export function findRepeatedSequences(
  chapters: readonly { readonly sequence: number }[],
): number[] {
  const seen = new Set<number>();
  return chapters.flatMap(({ sequence }, index) =>
    seen.size === seen.add(sequence).size ? [index] : [],
  );
}
