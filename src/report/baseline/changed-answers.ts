/** Finds the answers to silences that differ from those of the last run. */
import { groupBy } from '../wording/index.ts';
import {
  isSameAnswer,
  selectLatestAnswers,
  type Observations,
  type ObservedAnswer,
} from './observed-answers.ts';
import type { AnswerRow, ChangedRow, Report, SilenceRow } from '../record/index.ts';
import { isListedStatus } from './observed-overlay.ts';

/**
 * Returns a row for each new answer. A silence without an answer in this run or in any earlier one
 * has not changed. A listed status has not changed either, because each run shows only some of them.
 */
export function findChangedAnswers(report: Report, before: Observations): ChangedRow[] {
  const rows = report.silences.flatMap((row) =>
    findChanges(row, before.silences[row.id] ?? []).map(({ current, previous }): ChangedRow => ({
      silence: row.id,
      says: row.says,
      ...(current.operation !== undefined && { operation: current.operation }),
      answer: current.answer,
      previous: [...new Set(previous.map(({ answer }) => answer))],
      since: report.run.startedAt,
      lastSeen: findLatest(previous.map(({ lastSeen }) => lastSeen)) ?? before.lastRun,
    })),
  );
  const groups = groupBy(rows, ({ silence, answer, previous }) =>
    JSON.stringify([silence, answer, previous.toSorted()]),
  );
  return [...groups.values()].flatMap(mergeChanges);
}

/** Merges the rows of operations that changed in the same way; the merged row names no operation. */
function mergeChanges(rows: readonly ChangedRow[]): ChangedRow[] {
  const [first, other] = rows;
  if (first === undefined || other === undefined) return [...rows];
  const { operation: _operation, ...common } = first;
  return [
    { ...common, lastSeen: findLatest(rows.map(({ lastSeen }) => lastSeen)) ?? first.lastSeen },
  ];
}

function findLatest(instants: readonly string[]): string | undefined {
  return instants.toSorted().at(-1);
}

interface AnswerChange {
  readonly current: AnswerRow;
  readonly previous: readonly ObservedAnswer[];
}

function findChanges(
  { id, answers }: SilenceRow,
  earlier: readonly ObservedAnswer[],
): AnswerChange[] {
  const latest = selectLatestAnswers(earlier);
  if (latest.length === 0) return [];
  return answers.flatMap((current) => {
    if (isListedStatus(id, current)) return [];
    const isOfOperation = ({ operation }: { readonly operation?: string }): boolean =>
      operation === current.operation;
    const latestOfOperation = latest.filter(isOfOperation);
    const hasEarlier = latestOfOperation.length > 0;
    const previous = hasEarlier ? latestOfOperation : latest;
    const comparable = hasEarlier ? answers.filter(isOfOperation) : answers;
    // If an earlier answer occurs again, the service gives several answers: only one that was never
    // observed is a change. Otherwise every answer other than the latest ones is a change.
    const occursAgain = comparable.some((answer) =>
      previous.some((old) => isSameAnswer(answer, old)),
    );
    const known = hasEarlier ? earlier.filter(isOfOperation) : earlier;
    const unchanged = occursAgain ? known : previous;
    return unchanged.some(({ answer }) => answer === current.answer) ? [] : [{ current, previous }];
  });
}
