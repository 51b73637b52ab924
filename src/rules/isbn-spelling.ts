/** Three ways to treat hyphens and spaces in an ISBN (`isbn.hyphens`). */

/** The value whose digits are checked, and the value that is stored and shown. */
export interface IsbnSpelling {
  readonly checkedValue: string;
  readonly storedValue: string;
}

/** Separators are part of the value, so a number with hyphens is not an ISBN. */
export function keepSeparators(text: string): IsbnSpelling {
  return { checkedValue: text, storedValue: text };
}

/** Hyphens and spaces are removed before the check, and are not stored. */
export function removeSeparators(text: string): IsbnSpelling {
  const digits = dropSeparators(text);
  return { checkedValue: digits, storedValue: digits };
}

/** Hyphens and spaces are removed before the check, but are stored. */
export function ignoreSeparators(text: string): IsbnSpelling {
  return { checkedValue: dropSeparators(text), storedValue: text };
}

function dropSeparators(text: string): string {
  return text.replace(/(?<=[0-9])[- ](?=[0-9])/g, '');
}
