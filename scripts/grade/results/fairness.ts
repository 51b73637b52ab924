/** The results of runs against correct services, which the suite must not accuse under any reading. */
import { formatCount } from '../../../src/report/wording/index.ts';
import { paint, wrap, type Screen } from '../../../src/report/terminal/index.ts';

/** The result of the whole suite on one sandbox without a fault. */
export interface FairRun {
  /** The readings that differ from the defaults. */
  readonly readings: Readonly<Record<string, string>>;
  /** The name of the service's unusual habit, if it has one. */
  readonly unusual?: string;
  readonly drifts: readonly string[];
  readonly errored: readonly string[];
  /** Observations of a reading other than the one that was set. */
  readonly misread: readonly Misread[];
  readonly proven: number;
  readonly requests: number;
  /** Milliseconds. */
  readonly took: number;
}

export interface Misread {
  readonly silence: string;
  readonly set: string;
  readonly answer: string;
}

export interface Fairness {
  readonly runs: readonly FairRun[];
  /** The pairs of readings that occurred in a run, and all pairs. */
  readonly pairs: { readonly covered: number; readonly all: number };
  readonly took: number;
}

/** Returns true if a run found no drift and read every silence correctly. */
export function isFair({ drifts, errored, misread }: FairRun): boolean {
  return drifts.length === 0 && errored.length === 0 && misread.length === 0;
}

interface Options extends Screen {
  readonly file: string;
}

/** Formats the summary, ending in a newline. */
export function formatFairness(fairness: Fairness, options: Options): string {
  const unfairRuns = fairness.runs.filter((run) => !isFair(run));
  const { covered, all } = fairness.pairs;
  const requests = fairness.runs.reduce((sum, run) => sum + run.requests, 0);
  const lines = [
    ...unfairRuns.flatMap((run) => describeUnfairRun(run, options)),
    `${fairness.runs.length - unfairRuns.length} of ${formatCount(fairness.runs.length, 'correct service')} without a drift, ${requests} requests in ${(fairness.took / 1000).toFixed(0)} s`,
    `${covered} of ${all} pairs of readings met`,
    '',
    `${unfairRuns.length === 0 ? paint(options, 'green', 'fair') : paint(options, 'red', 'unfair')}   ${options.file}`,
  ];
  return `${lines.join('\n')}\n`;
}

function describeUnfairRun(
  { readings, unusual, drifts, errored, misread }: FairRun,
  options: Options,
): string[] {
  const names = Object.entries(readings).map(([id, reading]) => `${id}=${reading}`);
  const description = unusual ?? (names.length > 3 ? `${names.length} readings` : names.join(' '));
  const lines = [
    ...drifts,
    ...errored,
    ...misread.map(({ silence, set, answer }) => `${silence} was ${set}, read as ${answer}`),
  ];
  return [
    paint(options, 'red', `✗ under ${description}`),
    ...lines.flatMap((line) => wrap(line, options.width - 4).map((text) => `    ${text}`)),
  ];
}
