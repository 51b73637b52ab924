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

/** Returns options of a property: a few runs with the same values every time, or many with new values. */
export function propertyRuns(sample: number, all: number): { numRuns: number; seed?: number } {
  return sampleOr<{ numRuns: number; seed?: number }>(
    { numRuns: sample, seed: 1 },
    { numRuns: all },
  );
}
