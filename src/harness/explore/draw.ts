/** Draws single values of arbitraries. The same seed draws the same values. */
import fc from 'fast-check';

export interface Draw {
  /** Returns a value of an arbitrary. */
  readonly value: <T>(values: fc.Arbitrary<T>) => T;
  /** Returns one of several values. @throws RangeError if there are none */
  readonly pick: <T>(values: readonly T[]) => T;
  /** Returns true in a share of all cases, from 0 to 1. */
  readonly chance: (share: number) => boolean;
  /** Returns an integer from `min` to `max`. */
  readonly integer: (min: number, max: number) => number;
  /** Returns one of several values, each as often as its weight says. */
  readonly weigh: <T>(entries: readonly (readonly [weight: number, value: T])[]) => T;
}

/** A number without common factors with 2 ** 32, so that the seeds of the draws differ. */
const seedStep = 0x9e3779b1;

export function createDraw(seed: number): Draw {
  let draws = 0;
  const value = <T>(values: fc.Arbitrary<T>): T => {
    draws += 1;
    const options = { seed: (seed + Math.imul(draws, seedStep)) | 0, numRuns: 1 };
    const [drawn] = fc.sample(
      values.map((inner) => ({ inner })),
      options,
    );
    if (drawn === undefined) throw new RangeError('An arbitrary drew no value.');
    return drawn.inner;
  };
  // Plain choices must not prefer the edges of a range.
  const integer = (min: number, max: number): number => value(fc.noBias(fc.integer({ min, max })));
  const weigh: Draw['weigh'] = (entries) => {
    let left = integer(
      1,
      Math.max(
        1,
        entries.reduce((sum, [weight]) => sum + weight, 0),
      ),
    );
    for (const [weight, entry] of entries) {
      left -= weight;
      if (left <= 0) return entry;
    }
    throw new RangeError('There is nothing to draw from.');
  };
  return {
    value,
    integer,
    weigh,
    pick: (values) => weigh(values.map((entry) => [1, entry] as const)),
    chance: (share) => integer(1, 1000) <= share * 1000,
  };
}

/** Returns the values that were not used, or all of them if there are none. */
export function preferUnused<T>(values: readonly T[], isUsed: (value: T) => boolean): readonly T[] {
  const unused = values.filter((entry) => !isUsed(entry));
  return unused.length > 0 ? unused : values;
}
