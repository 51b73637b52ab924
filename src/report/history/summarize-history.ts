/** Summarises a history: its runs, drifts, changed answers and slower operations. Writes a run for Prometheus. */
import type { HistoryLine, HistoryDrift } from './history-line.ts';
import { findLatencySteps, type LatencyStep } from './latency-steps.ts';

const historySummaryFormat = 'bookdist-history-summary/1';

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
interface AnswerChange {
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
type DriftCell = 'shown' | 'absent' | 'untested';

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

type Labels = Readonly<Record<string, string>>;

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly (readonly [labels: Labels, value: number])[];
}

export function formatPrometheus(line: HistoryLine): string {
  const lines = createMetrics(line).flatMap(({ name, help, samples }) => {
    const rows = samples.map(
      ([labels, value]) => `${name}${formatLabels({ target: line.target, ...labels })} ${value}`,
    );
    return rows.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...rows];
  });
  return `${lines.join('\n')}\n`;
}

const exitCodeHelp =
  'Exit code: 0 no new drift, 1 drift, 3 no full answer or too few requirements tested, 130 interrupted.';

function createMetrics(line: HistoryLine): Metric[] {
  const { total, proven, conforms, drifts, took, requests, startedAt, exitCode } = line;
  const acceptedCount = drifts.filter((drift) => drift.accepted === true).length;
  const singleValues: readonly (readonly [name: string, help: string, value: number])[] = [
    ['bookdist_run_timestamp_seconds', 'Start of the run.', Date.parse(startedAt) / 1000],
    ['bookdist_run_duration_seconds', 'Duration of the run.', took / 1000],
    ['bookdist_run_requests', 'Requests sent.', requests],
    ['bookdist_run_exit_code', exitCodeHelp, exitCode],
    ['bookdist_requirements', 'Requirements in scope.', total],
    ['bookdist_requirements_proven', 'Requirements proven (conforming or drifting).', proven],
    ['bookdist_requirements_conforming', 'Requirements that the service conforms to.', conforms],
  ];
  return [
    ...singleValues.map(([name, help, value]): Metric => ({ name, help, samples: [[{}, value]] })),
    {
      name: 'bookdist_drifts',
      help: 'Distinct drifts.',
      samples: [
        [{ state: 'new' }, drifts.length - acceptedCount],
        [{ state: 'accepted' }, acceptedCount],
      ],
    },
    {
      name: 'bookdist_operation_latency_seconds',
      help: 'Time to the last byte of a response.',
      samples: line.latency.flatMap(({ operation, median, p95 }) => [
        [{ operation, quantile: '0.5' }, median / 1000] as const,
        [{ operation, quantile: '0.95' }, p95 / 1000] as const,
      ]),
    },
  ];
}

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
