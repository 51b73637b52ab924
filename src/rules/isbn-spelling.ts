/** Treats separators in an ISBN: returns the digits to check, and the value to store (`isbn.hyphens`). */

export interface SpelledIsbn {
  readonly checked: string;
  readonly stored: string;
}

/** Separators are part of the value, so a number with hyphens is not an ISBN. */
export function digitsOnly(text: string): SpelledIsbn {
  return { checked: text, stored: text };
}

/** Hyphens and spaces are removed, also from the stored value. */
export function storedAsDigits(text: string): SpelledIsbn {
  const digits = withoutSeparators(text);
  return { checked: digits, stored: digits };
}

/** Hyphens and spaces are ignored by the check and stored as sent. */
export function storedAsSent(text: string): SpelledIsbn {
  return { checked: withoutSeparators(text), stored: text };
}

function withoutSeparators(text: string): string {
  return text.replace(/(?<=[0-9])[- ](?=[0-9])/g, '');
}
