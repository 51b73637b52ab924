/** How the spelling of an ISBN is taken: what is checked, and what is stored. */

export interface SpelledIsbn {
  readonly checked: string;
  readonly stored: string;
}

/** Separators are part of the text, so that a number with hyphens is no number. */
export function digitsOnly(text: string): SpelledIsbn {
  return { checked: text, stored: text };
}

/** Hyphens and spaces are dropped, from what is stored too. */
export function storedAsDigits(text: string): SpelledIsbn {
  const digits = withoutSeparators(text);
  return { checked: digits, stored: digits };
}

/** Hyphens and spaces are passed over, and stored as they came. */
export function storedAsSent(text: string): SpelledIsbn {
  return { checked: withoutSeparators(text), stored: text };
}

function withoutSeparators(text: string): string {
  return text.replace(/(?<=[0-9])[- ](?=[0-9])/g, '');
}
