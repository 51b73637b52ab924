/** Text that is safe and short enough to show, and rows in groups. */
import type { CallerRuleRow } from '../record/index.ts';

/** Escapes control characters in text of a service, so that a terminal shows them and does not act on them. */
export function toPlainText(text: string): string {
  return text
    .replace(/\s*[\r\n\t]+\s*/g, ' ')
    .replace(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Truncates text to a number of characters, with an ellipsis. */
export function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

/** Returns a number with its noun, in the plural if needed. */
export function formatCount(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : nouns}`;
}

/** Formats an instant for people: `2026-03-01 12:00 UTC`. */
export function formatMinute(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Returns the call that broke a rule, with what was expected of it. */
export function describeCall({
  exchange,
  expected,
  actual,
}: CallerRuleRow['findings'][number]): string {
  return `call ${exchange}: ${toPlainText(actual)}; expected ${toPlainText(expected)}`;
}

/** Groups rows by a key, in the order of the first row of each. */
export function groupBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}
