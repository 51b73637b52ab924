/** The parts of a summary in Markdown: text without markup, and sections of limited length. */
import { truncate, toPlainText } from '../wording/index.ts';

/** Bytes. GitHub refuses a summary above 1 MiB, and other steps of the job may write to it too. */
export const summaryLimit = 900_000;

/** The most characters of one value; the report has all of it. */
const maxValueLength = 1500;

/** A heading with its rows. The last rows may be left out. */
export interface Part {
  readonly open: string;
  readonly rows: readonly string[];
  /** The separator of rows; a line break by default. */
  readonly gap?: string;
  readonly close?: string;
}

/** Returns inline code, escaped so that it contains no markup, mention or end of a table cell. */
export function code(text: string): string {
  return `\`${truncate(toPlainText(text), maxValueLength).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

/** Returns the unchanged lines in a fenced block that none of them can close. */
export function fence(lines: readonly string[]): string {
  const text = lines.map((line) => truncate(toPlainText(line), maxValueLength));
  const runs = text.flatMap((line) => line.match(/`+/g) ?? []);
  const mark = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [`${mark}text`, ...text, mark].join('\n');
}

/** Bytes reserved for the line that says how much was left out. */
const reservedBytes = 100;

/**
 * Joins a heading and the parts below it, up to a number of bytes. Whole rows are left out, never a part of one.
 * A part without rows is left out.
 */
export function joinParts(head: string, parts: readonly Part[], limit: number): string {
  let text = head;
  let missing = 0;
  for (const part of parts) {
    const room =
      limit - reservedBytes - Buffer.byteLength(text + part.open + (part.close ?? '')) - 6;
    const rows = takeRows(part, room);
    missing += part.rows.length - rows.length;
    if (rows.length > 0) text += `\n\n${formatPart(part, rows)}`;
  }
  return missing === 0 ? `${text}\n` : `${text}\n\n_The report has ${missing} more rows._\n`;
}

function takeRows({ rows, gap = '\n' }: Part, room: number): readonly string[] {
  let used = 0;
  const first = rows.findIndex((row) => (used += Buffer.byteLength(gap + row)) > room);
  return first < 0 ? rows : rows.slice(0, first);
}

function formatPart({ open, gap = '\n', close }: Part, rows: readonly string[]): string {
  const body = [open, ...rows].join(gap);
  return close === undefined ? body : `${body}\n\n${close}`;
}
