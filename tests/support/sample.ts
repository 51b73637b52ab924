/** Chooses how much of a long test runs: a sample by default, everything with `DISTRIBUTION_TESTS=all`. */
import { runsAllTests } from '../options-from-environment.ts';

/** Returns the first value by default, and the second one if everything runs. */
export function sampleOr<T>(sample: T, all: T): T {
  return runsAllTests() ? all : sample;
}

/** Returns a number of items from all parts of a list, or all items if everything runs. */
export function takeSample<T>(items: readonly T[], count = 1): readonly T[] {
  const size = sampleOr(Math.min(count, items.length), items.length);
  return Array.from({ length: size }, (_, at) =>
    items.slice(Math.floor((at * items.length) / size)),
  ).flatMap((rest) => rest.slice(0, 1));
}

/**
 * Returns options of a property: a few runs with the same values every time, which end at the first failure,
 * or many with new values, which look for the smallest failure.
 */
export function propertyRuns(sample: number, all: number) {
  return sampleOr<{ numRuns: number; seed?: number; endOnFailure?: boolean }>(
    { numRuns: sample, seed: 1, endOnFailure: true },
    { numRuns: all },
  );
}
