/** The exchanges in the report itself: the evidence of its drifts and answers. */
import type { ExchangeRow, Report } from './report.ts';

/** Each once, in the order of sending. */
export function evidenceIn({ findings, silences }: Report): ExchangeRow[] {
  const rows = [
    ...findings.map(({ exchange }) => exchange),
    ...silences.flatMap(({ answers }) => answers.map(({ evidence }) => evidence)),
  ].filter((row) => row !== undefined);
  const once = new Map(rows.map((row) => [row.number, row]));
  return [...once.values()].sort((one, other) => one.number - other.number);
}
