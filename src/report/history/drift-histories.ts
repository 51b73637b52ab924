/** Returns the history of each drift over the runs. */
import type { HistoryDrift, HistoryLine } from './history-line.ts';

/** `absent` means that a full test did not show the drift; `untested` says nothing about it. */
export type DriftCell = 'shown' | 'absent' | 'untested';

export interface DriftHistory extends HistoryDrift {
  /** One for each run, oldest first. */
  readonly cells: readonly DriftCell[];
  /** When it was first and last shown, ISO 8601 in UTC. */
  readonly firstSeen: string;
  readonly lastSeen: string;
  /** `flaky`: it disappeared and returned. `fixed`: the last full test did not show it. */
  readonly state: 'open' | 'fixed' | 'flaky';
  /** Of the full tests since it was first shown, the share that did not show a flaky drift; otherwise 0. */
  readonly flakeRate: number;
}

/** Follows every drift; flaky ones first, then open ones, then fixed ones. */
export function driftHistories(lines: readonly HistoryLine[]): DriftHistory[] {
  const order = { flaky: 0, open: 1, fixed: 2 };
  const drifts = new Map(
    lines.flatMap((line) => line.drifts.map((drift) => [drift.fingerprint, drift])),
  );
  return [...drifts.values()]
    .map((drift) => historyOf(drift, lines))
    .sort(
      (one, other) =>
        order[one.state] - order[other.state] || one.firstSeen.localeCompare(other.firstSeen),
    );
}

function historyOf(drift: HistoryDrift, lines: readonly HistoryLine[]): DriftHistory {
  const cells = lines.map((line) => cellOf(drift, line));
  const shown = lines.filter((_, at) => cells[at] === 'shown').map(({ startedAt }) => startedAt);
  const tests = cells.slice(cells.indexOf('shown')).filter((cell) => cell !== 'untested');
  const wentAway = tests.indexOf('absent');
  const flaky = wentAway >= 0 && tests.indexOf('shown', wentAway) >= 0;
  const state = flaky ? 'flaky' : tests.at(-1) === 'absent' ? 'fixed' : 'open';
  const absent = tests.filter((cell) => cell === 'absent').length;
  return {
    ...drift,
    cells,
    firstSeen: shown[0] ?? '',
    lastSeen: shown.at(-1) ?? '',
    state,
    flakeRate: flaky ? absent / tests.length : 0,
  };
}

function cellOf({ fingerprint, requirement }: HistoryDrift, line: HistoryLine): DriftCell {
  if (line.drifts.some((drift) => drift.fingerprint === fingerprint)) return 'shown';
  return line.untested.includes(requirement) || line.proven === 0 ? 'untested' : 'absent';
}
