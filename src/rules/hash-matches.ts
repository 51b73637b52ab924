/** Whether two SHA-256 sums are the same sum, however their hex digits are cased. */

export function hashMatches(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
