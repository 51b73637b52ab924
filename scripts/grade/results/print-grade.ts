/** Prints the result of a grade for a terminal: a table, what is wrong, the numbers and the verdict. */
import { paint, wrap, type Screen } from '../../../src/report/terminal/index.ts';

/** The screen, the file with the whole result, and how long it took in milliseconds. */
interface GradeScreen extends Screen {
  readonly file: string;
  readonly took: number;
}

type Row = readonly (string | number)[];

export interface PrintedGrade {
  /** The first row has the headings. */
  readonly table?: readonly Row[];
  /** Explain the table. */
  readonly notes?: readonly string[];
  /** Titles with their entries; a title without entries is left out. */
  readonly shortcomings: readonly (readonly [title: string, entries: readonly string[]])[];
  readonly numbers: readonly string[];
  readonly isPassed: boolean;
}

/** Formats the text, ending in a newline. */
export function printGrade(grade: PrintedGrade, screen: GradeScreen): string {
  const { table = [], notes = [], shortcomings, numbers, isPassed } = grade;
  const verdict = isPassed ? paint(screen, 'green', 'passed') : paint(screen, 'red', 'FAILED');
  const lines = [
    ...alignColumns(table),
    ...notes.map((note) => paint(screen, 'dim', `  ${note}`)),
    '',
    ...shortcomings.flatMap(([title, entries]) => formatShortcoming(title, entries, screen)),
    ...numbers,
    '',
    `${verdict} in ${(screen.took / 1000).toFixed(0)} s   ${screen.file}`,
  ];
  return `${lines.join('\n')}\n`;
}

function formatShortcoming(title: string, entries: readonly string[], screen: Screen): string[] {
  if (entries.length === 0) return [];
  const body = entries.flatMap((entry) =>
    wrap(entry, screen.width - 4).map((line, index) => `${index === 0 ? '  ' : '    '}${line}`),
  );
  return [paint(screen, 'red', `✗ ${title}: ${entries.length}`), ...body, ''];
}

/** Pads each cell to the width of its column, numbers on the left. */
function alignColumns(rows: readonly Row[]): string[] {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => String(row[column] ?? '').length)),
  );
  const pad = (cell: string | number, column: number): string => {
    const width = widths?.[column] ?? 0;
    return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width);
  };
  return rows.map((row) => row.map(pad).join('  ').trimEnd());
}

/** Returns the median, or 0 for an empty list. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The numbers of requests after which the share of found faults is named. */
const milestones = [400, 1500, 5000, 20_000];

/**
 * Returns the share that was found after each milestone up to the length of the runs, such as `400: 91.0 %`.
 * @param detections the number of requests until each found fault
 * @param count the number of faults, found or not
 */
export function describeShares(
  detections: readonly number[],
  count: number,
  requests: number,
): string {
  return milestones
    .filter((milestone) => milestone <= requests)
    .map((milestone) => {
      const found = detections.filter((detection) => detection <= milestone).length;
      return `${milestone.toLocaleString('en')}: ${((100 * found) / count).toFixed(1)} %`;
    })
    .join(', ');
}
