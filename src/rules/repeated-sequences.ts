/** Which chapters of one request use a sequence an earlier one of it already used. */

export function repeatedSequences(chapters: readonly { readonly sequence: number }[]): number[] {
  return chapters.flatMap(({ sequence }, index) =>
    chapters.findIndex((other) => other.sequence === sequence) < index ? [index] : [],
  );
}
