/** Which chapters of one request use a sequence an earlier one of it already used. */

export function repeatedSequences(chapters: readonly { readonly sequence: number }[]): number[] {
  const seen = new Set<number>();
  return chapters.flatMap(({ sequence }, index) =>
    seen.size === seen.add(sequence).size ? [index] : [],
  );
}
