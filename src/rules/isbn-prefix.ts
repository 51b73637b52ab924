/** The EAN number ranges that count as books (`isbn.prefixes`). */

/** Accepts both book ranges, including the part of the second that is reserved for sheet music. */
export function hasBookPrefix(digits: string): boolean {
  return digits.startsWith('978') || digits.startsWith('979');
}

/** Accepts only the older range. */
export function hasOlderPrefix(digits: string): boolean {
  return digits.startsWith('978');
}

/** Accepts both book ranges without 979-0, the range of sheet music (ISMN). */
export function hasPrefixWithoutMusic(digits: string): boolean {
  return hasBookPrefix(digits) && !digits.startsWith('9790');
}
