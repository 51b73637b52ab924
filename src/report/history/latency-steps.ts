/**
 * Finds the runs in which an operation became slower than the noise of its earlier runs explains.
 * history.test.ts checks the limits below with simulated runs.
 */
import type { HistoryLine } from './history-line.ts';

/** An operation that became slower and stayed slow for several runs. */
export interface LatencyStep {
  readonly operation: string;
  /** The start of the first slow run, ISO 8601 in UTC. */
  readonly since: string;
  /** The median in milliseconds before the step. */
  readonly before: number;
  /** The median in milliseconds after the step. */
  readonly after: number;
}

/** The number of consecutive slow runs that make a step; a single one is noise. */
const minSlowRuns = 3;
/** The fewest and the most runs with which later runs are compared. */
const [minBaseline, maxBaseline] = [8, 20];
/** A step must exceed the baseline by this many standard errors. */
const minStandardErrors = 3.6;
/** The share of the limit that each single slow run must exceed. */
const minShareOfLimit = 0.65;
/** The smallest step to report: a quarter slower, as a logarithm. */
const minStep = Math.log(1.25);
/** The least noise between runs that is assumed, as a standard deviation of logarithms. */
const minNoise = 0.06;
/** In milliseconds. A smaller step may be due to the resolution of timers. */
const minDifference = 2;

/** The latency of one operation in one run, in milliseconds. */
interface Sample {
  readonly startedAt: string;
  readonly median: number;
}

/** Returns the operations with a latency in any of the runs. */
export function listMeasuredOperations(lines: readonly HistoryLine[]): string[] {
  return [...new Set(lines.flatMap(({ latency }) => latency.map(({ operation }) => operation)))];
}

/** Returns the steps of every operation, oldest first. */
export function findLatencySteps(lines: readonly HistoryLine[]): LatencyStep[] {
  return listMeasuredOperations(lines)
    .flatMap((operation) => findSteps(operation, collectSamples(operation, lines)))
    .sort((a, b) => a.since.localeCompare(b.since));
}

function collectSamples(operation: string, lines: readonly HistoryLine[]): Sample[] {
  return lines.flatMap(({ startedAt, latency }) => {
    const median = latency.find((entry) => entry.operation === operation)?.median;
    // Steps are compared as logarithms, and 0 has none.
    return median === undefined ? [] : [{ startedAt, median: Math.max(median, 0.1) }];
  });
}

function findSteps(operation: string, samples: readonly Sample[]): LatencyStep[] {
  const steps: LatencyStep[] = [];
  let baselineStart = 0;
  for (let index = minBaseline; index + minSlowRuns <= samples.length; index += 1) {
    if (index - baselineStart < minBaseline) continue;
    const baseline = samples
      .slice(Math.max(baselineStart, index - maxBaseline), index)
      .map(({ median }) => median);
    const recent = samples.slice(index, index + minSlowRuns).map(({ median }) => median);
    if (!isSlower(baseline, recent)) continue;
    const [before, after] = [computeMedian(baseline), computeMedian(recent)];
    steps.push({ operation, since: samples[index]?.startedAt ?? '', before, after });
    // Later runs are compared with the runs since the step, and its first runs need no further check.
    baselineStart = index;
    index += minSlowRuns;
  }
  return steps;
}

function isSlower(baseline: readonly number[], recent: readonly number[]): boolean {
  const logs = baseline.map(Math.log);
  const baselineMean = computeMean(logs);
  const noise = Math.max(minNoise, computeStandardDeviation(logs));
  const rise = computeMean(recent.map(Math.log)) - baselineMean;
  // The level and noise of a short baseline are less certain.
  const count = baseline.length;
  const standardError = noise * Math.sqrt(1 / recent.length + 1 / count) * (1 + 3 / count);
  const limit = Math.max(minStep, minStandardErrors * standardError);
  const difference = computeMedian(recent) - computeMedian(baseline);
  if (rise <= limit || difference < minDifference) return false;
  // Every run of the step must be slower, so that a single very slow run does not raise an alarm.
  return recent.every((value) => Math.log(value) - baselineMean > limit * minShareOfLimit);
}

function computeStandardDeviation(values: readonly number[]): number {
  const average = computeMean(values);
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - average) ** 2, 0) / Math.max(1, values.length - 1),
  );
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 0 ? (low + high) / 2 : high;
}
