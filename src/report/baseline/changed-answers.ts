/** Finds the answers to silences that have changed since the last run. */
import { groupBy } from '../wording/index.ts';
import {
  isSameAnswer,
  selectLatestAnswers,
  type Observations,
  type ObservedAnswer,
} from './observations.ts';
import type { AnswerRow, ChangedRow, Report, SilenceRow } from '../record/index.ts';
import { isListedStatus } from './observed-overlay.ts';

/**
 * Returns a row for each changed answer. A silence that is answered for the first time has not changed.
 * A status that the contract lists does not count, because each run gets only some of these.
 */
export function findChangedAnswers(report: Report, observations: Observations): ChangedRow[] {
  const rows = report.silences.flatMap((row) =>
    findChanges(row, observations.silences[row.id] ?? []).map(
      ({ current, previous }): ChangedRow => ({
        silence: row.id,
        says: row.says,
        ...(current.operation !== undefined && { operation: current.operation }),
        answer: current.answer,
        previous: [...new Set(previous.map(({ answer }) => answer))],
        since: report.run.startedAt,
        lastSeen: findLatest(previous.map(({ lastSeen }) => lastSeen)) ?? observations.lastRun,
      }),
    ),
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
  const latestAnswers = selectLatestAnswers(earlier);
  if (latestAnswers.length === 0) return [];
  return answers.flatMap((current) => {
    if (isListedStatus(id, current)) return [];
    const isAboutSameOperation = ({ operation }: { readonly operation?: string }): boolean =>
      operation === current.operation;
    const latestOfOperation = latestAnswers.filter(isAboutSameOperation);
    const hasEarlierAnswer = latestOfOperation.length > 0;
    const previous = hasEarlierAnswer ? latestOfOperation : latestAnswers;
    const comparableAnswers = hasEarlierAnswer ? answers.filter(isAboutSameOperation) : answers;
    // If one of the latest answers occurs again, the service gives several answers, and only an answer
    // that was never observed is a change. Otherwise any answer except the latest ones is a change.
    const occursAgain = comparableAnswers.some((answer) =>
      previous.some((old) => isSameAnswer(answer, old)),
    );
    const earlierAnswers = hasEarlierAnswer ? earlier.filter(isAboutSameOperation) : earlier;
    const expectedAnswers = occursAgain ? earlierAnswers : previous;
    return expectedAnswers.some(({ answer }) => answer === current.answer)
      ? []
      : [{ current, previous }];
  });
}
