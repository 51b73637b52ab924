/** Summarises a history: its runs, each drift over the runs, changed answers and slower operations. */
import type { HistoryLine, HistoryDrift } from './history-line.ts';
import { findLatencySteps, type LatencyStep } from './latency-steps.ts';

export const historySummaryFormat = 'bookdist-history-summary/1';

export interface HistorySummary {
  readonly format: typeof historySummaryFormat;
  readonly target: string;
  /** Oldest first. */
  readonly runs: readonly HistoryLine[];
  readonly drifts: readonly DriftHistory[];
  readonly changes: readonly AnswerChange[];
  readonly slower: readonly LatencyStep[];
}

/** A silence that the service answered differently than before. */
export interface AnswerChange {
  readonly silence: string;
  readonly startedAt: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Summarises the runs against one service.
 * @param target the service; by default, that of the latest run
 * @returns undefined if there is no run against the service
 */
export function summarizeHistory(
  lines: readonly HistoryLine[],
  target = lines.at(-1)?.target,
): HistorySummary | undefined {
  const runs = lines.filter((line) => line.target === target);
  if (target === undefined || runs.length === 0) return undefined;
  return {
    format: historySummaryFormat,
    target,
    runs,
    drifts: buildDriftHistories(runs),
    changes: findAnswerChanges(runs),
    slower: findLatencySteps(runs),
  };
}

function findAnswerChanges(runs: readonly HistoryLine[]): AnswerChange[] {
  const lastAnswers = new Map<string, string>();
  return runs.flatMap(({ answers, startedAt }) =>
    Object.entries(answers).flatMap(([silence, after]) => {
      const before = lastAnswers.get(silence);
      lastAnswers.set(silence, after);
      const isChange = before !== undefined && before !== after;
      return isChange ? [{ silence, startedAt, before, after }] : [];
    }),
  );
}

/** `absent` means that a full test did not show the drift; `untested` says nothing about it. */
export type DriftCell = 'shown' | 'absent' | 'untested';

export interface DriftHistory extends HistoryDrift {
  /** One for each run, oldest first. */
  readonly cells: readonly DriftCell[];
  /** The times of the first and the last run that showed the drift, ISO 8601 in UTC. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** `flaky`: the drift disappeared and returned. `fixed`: the last full test did not show it. */
  readonly state: 'open' | 'fixed' | 'flaky';
  /** For a flaky drift, the share of full tests since `firstSeen` that did not show it; otherwise 0. */
  readonly flakeRate: number;
}

/** Returns the history of every drift: flaky drifts first, then open ones, then fixed ones. */
function buildDriftHistories(lines: readonly HistoryLine[]): DriftHistory[] {
  const order = { flaky: 0, open: 1, fixed: 2 };
  const drifts = lines.flatMap((line) => line.drifts);
  return [...new Map(drifts.map((drift) => [drift.fingerprint, drift])).values()]
    .map((drift) => buildDriftHistory(drift, lines))
    .sort((a, b) => order[a.state] - order[b.state] || a.firstSeen.localeCompare(b.firstSeen));
}

function buildDriftHistory(drift: HistoryDrift, lines: readonly HistoryLine[]): DriftHistory {
  const cells = lines.map((line) => chooseCell(drift, line));
  const shownTimes = lines.flatMap((line, index) =>
    cells[index] === 'shown' ? line.startedAt : [],
  );
  const tests = cells.slice(cells.indexOf('shown')).filter((cell) => cell !== 'untested');
  const firstAbsence = tests.indexOf('absent');
  const isFlaky = firstAbsence >= 0 && tests.indexOf('shown', firstAbsence) >= 0;
  const state = isFlaky ? 'flaky' : tests.at(-1) === 'absent' ? 'fixed' : 'open';
  const absences = tests.filter((cell) => cell === 'absent').length;
  return {
    ...drift,
    cells,
    firstSeen: shownTimes[0] ?? '',
    lastSeen: shownTimes.at(-1) ?? '',
    state,
    flakeRate: isFlaky ? absences / tests.length : 0,
  };
}

function chooseCell({ fingerprint, requirement }: HistoryDrift, line: HistoryLine): DriftCell {
  if (line.drifts.some((drift) => drift.fingerprint === fingerprint)) return 'shown';
  // A run that proved nothing tested nothing either, whatever it lists.
  return line.untested.includes(requirement) || line.proven === 0 ? 'untested' : 'absent';
}
