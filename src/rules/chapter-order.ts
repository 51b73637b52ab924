/** The order of a book's chapters (`chapters.order`, `chapters.read-order`). */

/** Sorts by sequence. */
export function sortBySequence<C extends { readonly sequence: number }>(
  chapters: readonly C[],
): C[] {
  return [...chapters].sort((a, b) => a.sequence - b.sequence);
}

/** Keeps the order in which the chapters were set. */
export function keepOrder<C>(chapters: readonly C[]): C[] {
  return [...chapters];
}
