/** The evidence in a report, and its answers that few readers of the document would expect. */
import type { AnswerRow, SilenceRow, ExchangeRow, Report } from './report.ts';

/** A silence with one of its surprising answers. */
export interface SurprisingAnswer extends AnswerRow {
  readonly silence: string;
  readonly says: string;
}

/** Returns the surprising answers among the rows, one per silence and answer. */
export function findSurprisingAnswers(silences: readonly SilenceRow[]): SurprisingAnswer[] {
  return silences.flatMap(({ id, says, surprising = [], answers }) =>
    surprising.flatMap((reading) => {
      const first = answers.find(({ answer }) => answer === reading);
      return first === undefined ? [] : [{ ...first, silence: id, says }];
    }),
  );
}

/** Each once, in the order of sending. */
export function collectEvidence({ findings, silences }: Report): ExchangeRow[] {
  const rows = [
    ...findings.map(({ exchange }) => exchange),
    ...silences.flatMap(({ answers }) => answers.map(({ evidence }) => evidence)),
  ].filter((row) => row !== undefined);
  const rowsByNumber = new Map(rows.map((row) => [row.number, row]));
  return [...rowsByNumber.values()].sort((a, b) => a.number - b.number);
}
