/** Makes text safe and short enough to show, and groups rows. */
import type { CallerRuleRow } from '../record/index.ts';

/**
 * Puts a service's text on one line, and escapes control characters and marks of the text direction, so
 * that a terminal does not act on them.
 */
export function toPlainText(text: string): string {
  return escapeControls(text.replace(/\s*[\r\n\t]+\s*/g, ' '));
}

/** Escapes like toPlainText, but keeps line breaks, for messages of our own that quote a service. */
export function escapeControls(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Truncates text to a number of characters, with an ellipsis. */
export function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

/** The most characters of one value in Markdown; the report has the whole value. */
export const maxValueLength = 1500;

/** Returns lines in a fenced block of Markdown. The fence is longer than any backticks in a line, so that no line closes the block. */
export function createFencedBlock(lines: readonly string[], language = 'text'): string {
  const shortLines = lines.map((line) => truncate(line, maxValueLength));
  const backticks = shortLines.flatMap((line) => line.match(/`+/g) ?? []);
  const fence = '`'.repeat(Math.max(3, ...backticks.map(({ length }) => length + 1)));
  return [`${fence}${language}`, ...shortLines, fence].join('\n');
}

/** Formats a number for people: `12,345`. */
export function formatNumber(number: number): string {
  return number.toLocaleString('en');
}

/** Returns a number with its noun, in the plural if needed. */
export function formatCount(number: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(number)} ${number === 1 ? singular : plural}`;
}

/** Formats an instant for people: `2026-03-01 12:00 UTC`. */
export function formatMinute(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Formats milliseconds for people: `3.2 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** Describes a call that broke a rule for callers. */
export function describeCallerFinding(finding: CallerRuleRow['findings'][number]): string {
  const { exchange, expected, actual } = finding;
  return `call ${exchange}: ${toPlainText(actual)}; expected ${toPlainText(expected)}`;
}

/** Returns the area of a requirement: the first part of its id. */
export function getArea(id: string): string {
  return id.split('.')[0] ?? id;
}

/** Groups rows by a key, in the order of each group's first row. */
export function groupBy<Row>(
  rows: readonly Row[],
  getKey: (row: Row) => string,
): Map<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = getKey(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
