/** Random values that are the same for the same seed, for code that draws them one by one. */
import fc from 'fast-check';

/** Returns a function that yields numbers from 0 up to 1. */
export function createRandom(seed: number): () => number {
  const numbers = fc.noBias(fc.nat({ max: 2 ** 31 - 1 })).map((number) => number / 2 ** 31);
  return streamOf(numbers, seed);
}

/** Returns a function that yields UUIDs of version 4. */
export function createUuids(seed: number): () => string {
  return streamOf(fc.uuid({ version: 4 }), seed);
}

/** Returns the items of a list in random order. */
export function shuffle<T>(items: readonly T[], seed: number): readonly T[] {
  const anyOrder = fc.shuffledSubarray([...items], { minLength: items.length });
  return fc.sample(anyOrder, { seed, numRuns: 1 })[0] ?? items;
}

/** Returns a function that yields values of an arbitrary. */
export function streamOf<T>(values: fc.Arbitrary<T>, seed: number): () => T {
  const [next] = fc.sample(endless(values), { seed, numRuns: 1 });
  if (next === undefined) throw new Error('There is no stream.');
  return next;
}

/** Returns an arbitrary of functions that yield one value after the other. */
export function endless<T>(values: fc.Arbitrary<T>): fc.Arbitrary<() => T> {
  return fc.infiniteStream(values).map((stream) => () => {
    const next = stream.next();
    if (next.done === true) throw new Error('A stream of values ended.');
    return next.value;
  });
}
