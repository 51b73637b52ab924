/** Finds the answers to silences that differ from those of the last run. */
import { grouped } from '../wording/index.ts';
import { isSame, lastAnswers, type Observed, type SeenAnswer } from './observed-answers.ts';
import type { AnswerRow, ChangedRow, Report, SilenceRow } from '../record/index.ts';
import { isListedStatus } from './unlisted-statuses.ts';

/**
 * One row per new answer; a silence that got none this time, or none before, did not change. How
 * many of its statuses a service shows depends on how far a run comes, so only one that the contract
 * does not list is a change.
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
  const sameWay = grouped(rows, ({ silence, answer, previous }) =>
    JSON.stringify([silence, answer, previous.toSorted()]),
  );
  return [...sameWay.values()].flatMap(asOne);
}

/** Several operations that changed the same way are one change, and no single one of them showed it. */
function asOne(rows: readonly ChangedRow[]): ChangedRow[] {
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
    // If an answer still holds, there are several, and a run may see any of them: only one
    // that was never seen is news. If none holds, every answer but the last one is.
    const familiar = holds ? ever.filter((old) => before.length === 0 || sameCall(old)) : previous;
    return familiar.some(({ answer }) => answer === fresh.answer) ? [] : [{ fresh, previous }];
  });
}
