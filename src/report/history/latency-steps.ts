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
const together = 3;
/** The fewest and the most runs of a baseline. */
const [fewest, most] = [8, 20];
/** Standard errors above the baseline. */
const errors = 3.6;
/** The share of the limit that each single slow run must exceed. */
const shareOfEach = 0.65;
/** The smallest step to report: a quarter slower, as a logarithm. */
const leastStep = Math.log(1.25);
/** The least noise between runs that is assumed. */
const leastNoise = 0.06;
/** Milliseconds: the resolution of timers. */
const leastDifference = 2;

/** A measured run of one operation. */
interface Sample {
  readonly startedAt: string;
  readonly median: number;
}

/** Returns the steps of every operation, oldest first. */
export function latencySteps(lines: readonly HistoryLine[]): LatencyStep[] {
  const operations = new Set(
    lines.flatMap(({ latency }) => latency.map(({ operation }) => operation)),
  );
  return [...operations]
    .flatMap((operation) => stepsOf(operation, samplesOf(operation, lines)))
    .sort((one, other) => one.since.localeCompare(other.since));
}

function samplesOf(operation: string, lines: readonly HistoryLine[]): Sample[] {
  return lines.flatMap(({ startedAt, latency }) => {
    const found = latency.find((one) => one.operation === operation);
    return found === undefined ? [] : [{ startedAt, median: Math.max(found.median, 0.1) }];
  });
}

function stepsOf(operation: string, samples: readonly Sample[]): LatencyStep[] {
  const steps: LatencyStep[] = [];
  let start = 0;
  for (let at = fewest; at + together <= samples.length; at += 1) {
    if (at - start < fewest) continue;
    const baseline = samples.slice(Math.max(start, at - most), at).map(({ median }) => median);
    const recent = samples.slice(at, at + together).map(({ median }) => median);
    if (!isSlower(baseline, recent)) continue;
    const [before, after] = [medianOf(baseline), medianOf(recent)];
    steps.push({ operation, since: samples[at]?.startedAt ?? '', before, after });
    // Runs after the step are compared with the step, not with those before it.
    start = at;
    at += together;
  }
  return steps;
}

function isSlower(baseline: readonly number[], recent: readonly number[]): boolean {
  const logs = baseline.map(Math.log);
  const usual = mean(logs);
  const noise = Math.max(leastNoise, deviation(logs));
  const rise = mean(recent.map(Math.log)) - usual;
  // The level and noise of a short baseline are less certain.
  const [runs, others] = [baseline.length, recent.length];
  const error = noise * Math.sqrt(1 / others + 1 / runs) * (1 + 3 / runs);
  const limit = Math.max(leastStep, errors * error);
  // Every run of the step must be slower, so that a single very slow run does not raise an alarm.
  const all = recent.every((value) => Math.log(value) - usual > limit * shareOfEach);
  return rise > limit && all && medianOf(recent) - medianOf(baseline) >= leastDifference;
}

function deviation(values: readonly number[]): number {
  const center = mean(values);
  return Math.sqrt(
    values.reduce((sum, value) => sum + (value - center) ** 2, 0) / Math.max(1, values.length - 1),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[half - 1], sorted[half]];
  return sorted.length % 2 === 0 ? (low + high) / 2 : high;
}
