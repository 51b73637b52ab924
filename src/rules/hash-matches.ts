/** Returns whether two SHA-256 sums are equal, regardless of the case of their hex digits. */

export function hashMatches(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
