/** Decides whether a string is an ISBN, as far as the document says. */

/**
 * `valid`: thirteen digits that start with 978, with the right check digit. `open`: the same with 979 or with
 * separators, which a service may accept or refuse. `invalid`: not an ISBN-13.
 */
export function classifyIsbn(text: string): 'valid' | 'open' | 'invalid' {
  const digits = text.replaceAll(/[\s\u2010-\u2015-]/g, '');
  if (!/^97[89][0-9]{10}$/.test(digits) || !hasRightCheckDigit(digits)) return 'invalid';
  return digits === text && digits.startsWith('978') ? 'valid' : 'open';
}

/** Returns only the digits, to compare ISBNs that are written differently. */
export function toIsbnDigits(text: string): string {
  return text.replaceAll(/[^0-9Xx]/g, '');
}

/** Weights the digits by 1 and 3 in turn. */
function hasRightCheckDigit(digits: string): boolean {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}
