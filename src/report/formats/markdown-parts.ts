/** The parts of a Markdown summary: escaped text, and sections of limited length. */
import { truncate, toPlainText } from '../wording/index.ts';

/** In bytes. GitHub refuses a summary above 1 MiB, and other steps of the job may write to it too. */
export const summaryLimit = 900_000;

/** The most characters of one value; the report has the whole value. */
const maxValueLength = 1500;

/** A heading with its rows. The last rows may be left out. */
export interface Part {
  readonly heading: string;
  readonly rows: readonly string[];
  /** The separator of rows; a line break by default. */
  readonly gap?: string;
  /** The text after the rows. */
  readonly ending?: string;
}

/** Returns inline code, escaped so that it contains no markup, mention or end of a table cell. */
export function code(text: string): string {
  return `\`${truncate(toPlainText(text), maxValueLength).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

/** Returns the lines in a fenced block. The fence is longer than any backticks in a line, so that no line closes the block. */
export function createFencedBlock(lines: readonly string[]): string {
  const shortLines = lines.map((line) => truncate(toPlainText(line), maxValueLength));
  const backticks = shortLines.flatMap((line) => line.match(/`+/g) ?? []);
  const fence = '`'.repeat(Math.max(3, ...backticks.map(({ length }) => length + 1)));
  return [`${fence}text`, ...shortLines, fence].join('\n');
}

/** Bytes reserved for the line that says how much was left out, and for the empty lines around a part. */
const reservedBytes = 106;

/**
 * Joins a heading and the parts below it, up to a number of bytes. Rows that do not fit are left out and
 * counted. A part without rows is left out.
 */
export function joinParts(head: string, parts: readonly Part[], limit: number): string {
  let text = head;
  let missing = 0;
  for (const part of parts) {
    const used = Buffer.byteLength(text + part.heading + (part.ending ?? ''));
    const rows = takeRows(part, limit - reservedBytes - used);
    missing += part.rows.length - rows.length;
    if (rows.length > 0) text += `\n\n${formatPart(part, rows)}`;
  }
  return `${text}\n${missing === 0 ? '' : `\n_The report has ${missing} more rows._\n`}`;
}

function takeRows({ rows, gap = '\n' }: Part, freeBytes: number): readonly string[] {
  let used = 0;
  const end = rows.findIndex((row) => (used += Buffer.byteLength(gap + row)) > freeBytes);
  return end < 0 ? rows : rows.slice(0, end);
}

function formatPart({ heading, gap = '\n', ending }: Part, rows: readonly string[]): string {
  const body = [heading, ...rows].join(gap);
  return ending === undefined ? body : `${body}\n\n${ending}`;
}
