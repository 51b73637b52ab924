/** Whether digits are an ISBN-13: thirteen of them, and the last one checks the twelve before. */

/** @param text digits only; how separators are treated is decided before */
export function validIsbn13(text: string): boolean {
  if (!/^[0-9]{13}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * weight(index), 0);
  return sum % 10 === 0;
}

function weight(index: number): number {
  return index % 2 === 0 ? 1 : 3;
}
