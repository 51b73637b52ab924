/** In which order the chapters of a book come. */

/** The first sequence first. */
export function bySequence<C extends { readonly sequence: number }>(chapters: readonly C[]): C[] {
  return [...chapters].sort((one, other) => one.sequence - other.sequence);
}

/** As they were set. */
export function asSet<C>(chapters: readonly C[]): C[] {
  return [...chapters];
}
