/** Treats separators in an ISBN: returns the digits to check, and the value to store (`isbn.hyphens`). */

export interface IsbnSpelling {
  readonly checked: string;
  readonly stored: string;
}

/** Separators are part of the value, so a number with hyphens is not an ISBN. */
export function keepSeparators(text: string): IsbnSpelling {
  return { checked: text, stored: text };
}

/** Hyphens and spaces are removed, also from the stored value. */
export function removeSeparators(text: string): IsbnSpelling {
  const digits = readDigits(text);
  return { checked: digits, stored: digits };
}

/** Hyphens and spaces are ignored by the check and stored as sent. */
export function ignoreSeparators(text: string): IsbnSpelling {
  return { checked: readDigits(text), stored: text };
}

function readDigits(text: string): string {
  return text.replace(/(?<=[0-9])[- ](?=[0-9])/g, '');
}
