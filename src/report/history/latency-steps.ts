/** Finds the run in which an operation became slower, compared with the noise of its earlier runs. */
import type { HistoryLine } from './history-line.ts';

/** An operation that became slower and stayed slow for enough runs to be sure. */
export interface LatencyStep {
  readonly operation: string;
  /** When the first slow run began, ISO 8601 in UTC. */
  readonly since: string;
  /** Milliseconds, medians before and after. */
  readonly before: number;
  readonly after: number;
}

/** The number of consecutive slow runs that count; one slow run is noise. */
const minSlowRuns = 3;
/** The fewest and the most runs of a baseline. */
const [minBaseline, maxBaseline] = [8, 20];
/** Standard errors above the baseline. */
const maxErrors = 3.6;
/** The share of the limit that each single slow run must exceed. */
const minShareOfLimit = 0.65;
/** The smallest step to report: a quarter slower, as a logarithm. */
const minStep = Math.log(1.25);
/** The least noise between runs that is assumed. */
const minNoise = 0.06;
/** Milliseconds: the resolution of timers. */
const minDifference = 2;

/** A measured run of one operation. */
interface Sample {
  readonly startedAt: string;
  readonly median: number;
}

/** Returns the steps of every operation, oldest first. */
export function findLatencySteps(lines: readonly HistoryLine[]): LatencyStep[] {
  const operations = new Set(
    lines.flatMap(({ latency }) => latency.map(({ operation }) => operation)),
  );
  return [...operations]
    .flatMap((operation) => findSteps(operation, collectSamples(operation, lines)))
    .sort((a, b) => a.since.localeCompare(b.since));
}

function collectSamples(operation: string, lines: readonly HistoryLine[]): Sample[] {
  return lines.flatMap(({ startedAt, latency }) => {
    const measured = latency.find((candidate) => candidate.operation === operation);
    return measured === undefined ? [] : [{ startedAt, median: Math.max(measured.median, 0.1) }];
  });
}

function findSteps(operation: string, samples: readonly Sample[]): LatencyStep[] {
  const steps: LatencyStep[] = [];
  let start = 0;
  for (let at = minBaseline; at + minSlowRuns <= samples.length; at += 1) {
    if (at - start < minBaseline) continue;
    const baseline = samples
      .slice(Math.max(start, at - maxBaseline), at)
      .map(({ median }) => median);
    const recent = samples.slice(at, at + minSlowRuns).map(({ median }) => median);
    if (!isSlower(baseline, recent)) continue;
    const [before, after] = [computeMedian(baseline), computeMedian(recent)];
    steps.push({ operation, since: samples[at]?.startedAt ?? '', before, after });
    // Runs after the step are compared with the step, not with those before it.
    start = at;
    at += minSlowRuns;
  }
  return steps;
}

function isSlower(baseline: readonly number[], recent: readonly number[]): boolean {
  const logs = baseline.map(Math.log);
  const baselineMean = mean(logs);
  const noise = Math.max(minNoise, standardDeviation(logs));
  const rise = mean(recent.map(Math.log)) - baselineMean;
  // The level and noise of a short baseline are less certain.
  const [baselineCount, recentCount] = [baseline.length, recent.length];
  const error = noise * Math.sqrt(1 / recentCount + 1 / baselineCount) * (1 + 3 / baselineCount);
  const limit = Math.max(minStep, maxErrors * error);
  // Every run of the step must be slower, so that a single very slow run does not raise an alarm.
  const isEachSlower = recent.every(
    (value) => Math.log(value) - baselineMean > limit * minShareOfLimit,
  );
  return (
    rise > limit && isEachSlower && computeMedian(recent) - computeMedian(baseline) >= minDifference
  );
}

function standardDeviation(values: readonly number[]): number {
  const average = mean(values);
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - average) ** 2, 0) / Math.max(1, values.length - 1),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[half - 1], sorted[half]];
  return sorted.length % 2 === 0 ? (low + high) / 2 : high;
}
