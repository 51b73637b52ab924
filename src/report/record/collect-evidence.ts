/** Collects the exchanges that a report contains as evidence. */
import type { ExchangeRow, Report } from './report.ts';

/** Returns the exchanges that show drifts and answers, each once, in the order in which they were sent. */
export function collectEvidence({ findings, silences }: Report): ExchangeRow[] {
  const rows = [
    ...findings.map(({ exchange }) => exchange),
    ...silences.flatMap(({ answers }) => answers.map(({ evidence }) => evidence)),
  ].filter((row) => row !== undefined);
  const rowsByNumber = new Map(rows.map((row) => [row.number, row]));
  return [...rowsByNumber.values()].sort((a, b) => a.number - b.number);
}
