/** Selects the answers that few readers of the document would expect. */
import type { AnswerRow, SilenceRow } from './report.ts';

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
