/** The results of runs against correct services, which the suite must not accuse under any reading. */
import { formatCount } from '../../../src/report/wording/index.ts';
import type { PrintedGrade } from './print-grade.ts';

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
}

/** Returns true if a run found no drift and read every silence correctly. */
function isFair({ drifts, errored, misread }: FairRun): boolean {
  return drifts.length === 0 && errored.length === 0 && misread.length === 0;
}

/** Summarizes the runs that were not fair, and the score. */
export function summarizeFairness(fairness: Fairness): PrintedGrade {
  const { runs, pairs } = fairness;
  const unfairRuns = runs.filter((run) => !isFair(run));
  const requests = runs.reduce((sum, run) => sum + run.requests, 0);
  return {
    shortcomings: unfairRuns.map(describeUnfairRun),
    numbers: [
      `${runs.length - unfairRuns.length} of ${formatCount(runs.length, 'correct service')} without a drift, ${requests} requests`,
      `${pairs.covered} of ${pairs.all} pairs of readings met`,
    ],
    isPassed: unfairRuns.length === 0,
  };
}

function describeUnfairRun(run: FairRun): [string, string[]] {
  const { readings, unusual, drifts, errored, misread } = run;
  const names = Object.entries(readings).map(([id, reading]) => `${id}=${reading}`);
  const description = unusual ?? (names.length > 3 ? `${names.length} readings` : names.join(' '));
  const misreadLines = misread.map(
    ({ silence, set, answer }) => `${silence} was ${set}, read as ${answer}`,
  );
  return [`under ${description}`, [...drifts, ...errored, ...misreadLines]];
}
