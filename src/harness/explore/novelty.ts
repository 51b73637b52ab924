/** Counts the situations in which calls were judged, so that the next call reaches one that few have reached. */
import type { Prediction } from '../../monitor/index.ts';

/** The conditions of a call, such as `format=print` and `value isbn null`. */
export type Conditions = readonly string[];

/** What the explorer knows of a call besides the prediction. */
interface CallContext {
  readonly kinds: readonly string[];
  /** What was done to the book since it was last shown. */
  readonly since: readonly string[];
  /** How often the book was published, and the like. */
  readonly life: readonly string[];
}

/** Returns the conditions of a call that has not been sent. */
export function listConditions(
  { situation, refusals }: Prediction,
  { kinds, since, life }: CallContext,
): Conditions {
  const { operation: _operation, ...others } = situation;
  const dimensions = Object.entries(others).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${one}`),
  );
  return [
    ...dimensions,
    ...kinds.map((kind) => `value ${kind}`),
    ...refusals.map((id) => `refused for ${id}`),
    ...since.map((one) => `after ${one}`),
    ...life,
  ];
}

export type Novelty = ReturnType<typeof createNovelty>;

/** Counts calls by operation and pair of conditions. A condition is kept as a number, because there are many pairs. */
export function createNovelty() {
  const numbers = new Map<string, number>();
  const counts = new Map<string, Map<number, number>>();
  const getNumber = (condition: string): number => {
    const number = numbers.get(condition) ?? numbers.size;
    numbers.set(condition, number);
    return number;
  };
  const listPairs = (conditions: Conditions): readonly number[] => {
    const sorted = [...new Set(conditions.map(getNumber))].toSorted((a, b) => a - b);
    // A pair of a condition with itself stands for the condition alone.
    return sorted.flatMap((one, index) =>
      sorted.slice(index).map((other) => one * maxConditions + other),
    );
  };
  return {
    /** Returns how new a call is: the sum over all pairs of its conditions. */
    rate: (operation: string, conditions: Conditions): number => {
      const known = counts.get(operation);
      return listPairs(conditions).reduce(
        (sum, pair) => sum + 1 / (1 + 3 * (known?.get(pair) ?? 0)),
        0,
      );
    },
    /** Records that a call with these conditions was judged. */
    record: (operation: string, conditions: Conditions): void => {
      const known = counts.get(operation) ?? new Map<number, number>();
      counts.set(operation, known);
      for (const pair of listPairs(conditions)) known.set(pair, (known.get(pair) ?? 0) + 1);
    },
    /** Returns the number of situations judged so far. */
    size: (): number => [...counts.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

/** More conditions than a run can have. */
const maxConditions = 2 ** 20;
