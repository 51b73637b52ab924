/** Finds the answers to silences that differ from those of the last run. */
import { grouped } from '../wording/index.ts';
import { isSame, lastAnswers, type Observed, type SeenAnswer } from './observed-answers.ts';
import type { AnswerRow, ChangedRow, Report, SilenceRow } from '../record/index.ts';
import { isListedStatus } from './observed-overlay.ts';

/**
 * Returns a row for each new answer. A silence without an answer in this run or in any earlier one
 * has not changed. A listed status has not changed either, because each run shows only some of them.
 */
export function changedAnswers(report: Report, before: Observed): ChangedRow[] {
  const rows = report.silences.flatMap((row) =>
    changesOf(row, before.silences[row.id] ?? []).map(({ fresh, previous }): ChangedRow => ({
      silence: row.id,
      says: row.says,
      ...(fresh.operation !== undefined && { operation: fresh.operation }),
      answer: fresh.answer,
      previous: [...new Set(previous.map(({ answer }) => answer))],
      since: report.run.startedAt,
      lastSeen: latest(previous.map(({ lastSeen }) => lastSeen)) ?? before.lastRun,
    })),
  );
  const alike = grouped(rows, ({ silence, answer, previous }) =>
    JSON.stringify([silence, answer, previous.toSorted()]),
  );
  return [...alike.values()].flatMap(mergeChanges);
}

/** Merges the rows of operations that changed in the same way; the merged row names no operation. */
function mergeChanges(rows: readonly ChangedRow[]): ChangedRow[] {
  const [first, other] = rows;
  if (first === undefined || other === undefined) return [...rows];
  const { operation: _one, ...common } = first;
  return [{ ...common, lastSeen: latest(rows.map(({ lastSeen }) => lastSeen)) ?? first.lastSeen }];
}

function latest(instants: readonly string[]): string | undefined {
  return instants.toSorted().at(-1);
}

interface Change {
  readonly fresh: AnswerRow;
  readonly previous: readonly SeenAnswer[];
}

function changesOf({ id, answers }: SilenceRow, ever: readonly SeenAnswer[]): Change[] {
  const last = lastAnswers(ever);
  if (last.length === 0) return [];
  const still = answers.some((fresh) => last.some((old) => isSame(fresh, old)));
  return answers.flatMap((fresh) => {
    if (isListedStatus(id, fresh)) return [];
    const sameCall = ({ operation }: { readonly operation?: string }): boolean =>
      operation === fresh.operation;
    const before = last.filter(sameCall);
    const previous = before.length > 0 ? before : last;
    const holds =
      before.length > 0
        ? answers.filter(sameCall).some((now) => before.some((old) => isSame(now, old)))
        : still;
    // If an earlier answer still occurs, the service gives several: only one that was never seen
    // is a change. Otherwise every answer other than the last ones is.
    const expected = holds ? ever.filter((old) => before.length === 0 || sameCall(old)) : previous;
    return expected.some(({ answer }) => answer === fresh.answer) ? [] : [{ fresh, previous }];
  });
}
