/** The order of a book's chapters (`chapters.order`, `chapters.read-order`). */

/** Sorts by sequence. */
export function bySequence<C extends { readonly sequence: number }>(chapters: readonly C[]): C[] {
  return [...chapters].sort((one, other) => one.sequence - other.sequence);
}

/** Keeps the order in which they were set. */
export function asSet<C>(chapters: readonly C[]): C[] {
  return [...chapters];
}
