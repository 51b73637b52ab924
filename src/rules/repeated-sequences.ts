/** Sequence numbers that occur twice in one request (`chapters.duplicate-sequence`). */

/** Returns the indices of the chapters that repeat the sequence number of an earlier chapter. */
export function findRepeatedSequences(
  chapters: readonly { readonly sequence: number }[],
): number[] {
  const sequences = new Set<number>();
  return chapters.flatMap(({ sequence }, index) => {
    if (sequences.has(sequence)) return [index];
    sequences.add(sequence);
    return [];
  });
}
