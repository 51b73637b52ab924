/**
 * Returns whether digits are an ISBN-13: thirteen digits, of which the last is the checksum of the others.
 * Requirements: `isbn.valid-on-create`, `isbn.valid-on-update`.
 */

/** @param text digits only; separators are treated beforehand */
export function isValidIsbn13(text: string): boolean {
  if (!/^[0-9]{13}$/.test(text)) return false;
  const sum = [...text].reduce(
    (total, digit, index) => total + Number(digit) * getWeight(index),
    0,
  );
  return sum % 10 === 0;
}

function getWeight(index: number): number {
  return index % 2 === 0 ? 1 : 3;
}
