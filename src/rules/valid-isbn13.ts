/** The checksum of an ISBN-13 (`isbn.valid-on-create`, `isbn.valid-on-update`). */

/**
 * Returns whether a string is an ISBN-13: thirteen digits, the last of which is the check digit of the others.
 * @param text the value without hyphens and spaces
 */
export function isValidIsbn13(text: string): boolean {
  if (!/^[0-9]{13}$/.test(text)) return false;
  const weighted = [...text].map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 3));
  return weighted.reduce((sum, value) => sum + value, 0) % 10 === 0;
}
