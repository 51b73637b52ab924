/**
 * Returns whether two SHA-256 hashes are equal, regardless of the case of their hex digits.
 * Requirements: `attach.hash-mismatch-422`.
 */

export function hashMatches(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
