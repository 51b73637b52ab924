/** Finds the answers to silences that have changed since the last run. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { readContract } from '../../contract/spec.ts';
import { groupBy } from '../wording/index.ts';
import {
  isSameAnswer,
  type OperationAnswer,
  selectLatestAnswers,
  type Observations,
  type ObservedAnswer,
} from './observations.ts';
import type { ChangedRow, Report, SilenceRow } from '../record/index.ts';

/**
 * Returns a row for each changed answer. A silence that is answered for the first time has not changed.
 * A status that the contract lists does not count, because each run gets only some of these.
 */
export function findChangedAnswers(report: Report, observations: Observations): ChangedRow[] {
  const rows = report.silences.flatMap((row) =>
    findChanges(row, observations.silences[row.id] ?? []).map(({ current, previous }) =>
      omitUndefined({
        silence: row.id,
        says: row.says,
        operation: current.operation,
        answer: current.answer,
        previous: [...new Set(previous.map(({ answer }) => answer))],
        since: report.run.startedAt,
        lastSeen: findLatestSight(previous),
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
  return [{ ...common, lastSeen: findLatestSight(rows) }];
}

function findLatestSight(rows: readonly { readonly lastSeen: string }[]): string {
  return (
    rows
      .map(({ lastSeen }) => lastSeen)
      .toSorted()
      .at(-1) ?? ''
  );
}

function findChanges({ id, answers }: SilenceRow, earlier: readonly ObservedAnswer[]) {
  const latest = selectLatestAnswers(earlier);
  if (latest.length === 0) return [];
  return answers.flatMap((current) => {
    if (isListedStatus(id, current)) return [];
    const hasEarlierAnswer = latest.some(({ operation }) => operation === current.operation);
    const isComparable = ({ operation }: { readonly operation?: string }): boolean =>
      !hasEarlierAnswer || operation === current.operation;
    const previous = latest.filter(isComparable);
    // If one of the latest answers occurs again, the service gives several answers, and only an answer
    // that was never observed is a change. Otherwise any answer except the latest ones is a change.
    const occursAgain = answers
      .filter(isComparable)
      .some((answer) => previous.some((old) => isSameAnswer(answer, old)));
    const expected = occursAgain ? earlier.filter(isComparable) : previous;
    const isExpected = expected.some(({ answer }) => answer === current.answer);
    return isExpected ? [] : [{ current, previous }];
  });
}

/** Returns true if an answer to the silence about statuses is listed for its operation. */
function isListedStatus(id: string, { answer, operation }: OperationAnswer): boolean {
  if (id !== 'codes-per-endpoint') return false;
  const called = Object.values(readContract().operations).find((known) => known.id === operation);
  const permitted = [answer, `${answer[0]}XX`, 'default'];
  return called?.responses.some(({ status }) => permitted.includes(status)) === true;
}
