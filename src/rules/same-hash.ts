/** Compares hashes (`attach.hash-mismatch-422`). */

/** Returns whether two SHA-256 hashes are equal, regardless of the case of their hex digits. */
export function isSameHash(first: string, second: string): boolean {
  return first.toLowerCase() === second.toLowerCase();
}
