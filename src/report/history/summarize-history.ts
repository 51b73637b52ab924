/** Summarises a history: numbers over time, drifts, changed answers and slower operations. */
import { driftHistories, type DriftHistory } from './drift-histories.ts';
import type { HistoryLine } from './history-line.ts';
import { latencySteps, type LatencyStep } from './latency-steps.ts';

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

/** A silence that the service answered differently than in the run before. */
export interface AnswerChange {
  readonly silence: string;
  readonly startedAt: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Summarises the runs against one service.
 * @param target the service; undefined takes that of the latest run
 * @returns undefined if there is no run against it
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
    drifts: driftHistories(runs),
    changes: changesIn(runs),
    slower: latencySteps(runs),
  };
}

function changesIn(runs: readonly HistoryLine[]): AnswerChange[] {
  const last = new Map<string, string>();
  return runs.flatMap(({ answers, startedAt }) =>
    Object.entries(answers).flatMap(([silence, after]) => {
      const before = last.get(silence);
      last.set(silence, after);
      return before === undefined || before === after
        ? []
        : [{ silence, startedAt, before, after }];
    }),
  );
}
