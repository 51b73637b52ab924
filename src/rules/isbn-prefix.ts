/** Which of the number ranges of EAN count as books. */

/** Both book ranges, the second with the part set aside for sheet music. */
export function anyBookPrefix(digits: string): boolean {
  return digits.startsWith('978') || digits.startsWith('979');
}

/** The older range only. */
export function olderPrefix(digits: string): boolean {
  return digits.startsWith('978');
}

/** Both book ranges without 979-0, which numbers sheet music (ISMN). */
export function prefixWithoutMusic(digits: string): boolean {
  return anyBookPrefix(digits) && !digits.startsWith('9790');
}
