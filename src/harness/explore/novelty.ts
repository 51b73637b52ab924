/** Counts the situations in which calls were judged, so that the next call reaches one that few have reached. */
import type { JudgedRequest, Situation } from '../../monitor/index.ts';

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
  { situation, refusals }: JudgedRequest,
  { kinds, since, life }: CallContext,
): Conditions {
  return [
    ...listSituationConditions(situation),
    ...kinds.map((kind) => `value ${kind}`),
    ...refusals.map((id) => `refused for ${id}`),
    ...since.map((one) => `after ${one}`),
    ...life,
  ];
}

/** Returns the conditions of a call that was judged in a situation. */
export function listSituationConditions({
  operation: _operation,
  ...others
}: Situation): Conditions {
  return Object.entries(others).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${one}`),
  );
}

export type Novelty = ReturnType<typeof createNovelty>;

/** More conditions than a run can have. */
const maxConditions = 2 ** 20;

/** Conditions of which there are many: pairs of two of them would fill the memory, and every call would be new. */
const many = /^(?:value|after) /;

/** The situations that runs have judged, to be stored between them. */
export interface JudgedSituations {
  /** The conditions; the pairs name them by their places in this list. */
  readonly conditions: readonly string[];
  /** By operation, the pairs of conditions. */
  readonly pairs: Readonly<Record<string, readonly (readonly [number, number])[]>>;
}

/**
 * Counts calls by operation and pair of conditions. A condition is kept as a number, because there are many pairs.
 * @param judged the situations of earlier runs, which count as judged once
 */
export function createNovelty(judged: JudgedSituations = nothingJudged) {
  const numbers = new Map(judged.conditions.map((condition, number) => [condition, number]));
  const counts = new Map(
    Object.entries(judged.pairs).map(([operation, list]) => [
      operation,
      new Map(list.map(([one, other]) => [one * maxConditions + other, 1])),
    ]),
  );
  const { getPair, listPairs } = createPairing(numbers);
  return {
    /**
     * Returns how new a call is: the sum over all pairs of its conditions, divided by the root of their number. The sum
     * alone would prefer the operations with the most conditions, and the mean those with the fewest.
     */
    rate: (operation: string, conditions: Conditions): number => {
      const known = counts.get(operation);
      const add = (pairs: readonly number[]): number =>
        pairs.reduce((sum, pair) => sum + 1 / (1 + 3 * (known?.get(pair) ?? 0)), 0);
      const { main, others } = listPairs(conditions);
      const weight = mainWeight * main.length + others.length;
      return (mainWeight * add(main) + add(others)) / Math.sqrt(weight);
    },
    /** Returns whether a call with these conditions was judged. At most one of them may be of those that are many. */
    isKnown: (operation: string, condition: string, other = condition): boolean =>
      counts.get(operation)?.has(getPair(condition, other)) === true,
    /** Records that a call with these conditions was judged. */
    record: (operation: string, conditions: Conditions): void => {
      const known = counts.get(operation) ?? new Map<number, number>();
      counts.set(operation, known);
      const { main, others } = listPairs(conditions);
      for (const pair of [...main, ...others]) known.set(pair, (known.get(pair) ?? 0) + 1);
    },
    /** Returns the number of situations judged so far. */
    size: (): number => [...counts.values()].reduce((sum, { size }) => sum + size, 0),
    judged: (): JudgedSituations => ({
      conditions: [...numbers.keys()],
      pairs: Object.fromEntries(
        [...counts].map(([operation, known]) => [operation, [...known.keys()].map(splitPair)]),
      ),
    }),
  };
}

function splitPair(pair: number): readonly [number, number] {
  return [Math.floor(pair / maxConditions), pair % maxConditions];
}

/** How much more a main pair counts. Without it, the many pairs with a value or a change would decide alone. */
const mainWeight = 6;

/** The pairs of the conditions of a call, each as one number. */
interface Pairs {
  /** Pairs such as a status and a format. */
  readonly main: readonly number[];
  /** Pairs with a condition of which there are many, such as a value. */
  readonly others: readonly number[];
}

/** Returns functions for pairs of conditions. They number new conditions. */
function createPairing(numbers: Map<string, number>) {
  const getNumber = (condition: string): number => {
    const number = numbers.get(condition) ?? numbers.size;
    numbers.set(condition, number);
    return number;
  };
  const pair = (one: number, other: number): number =>
    Math.min(one, other) * maxConditions + Math.max(one, other);
  const listPairs = (conditions: Conditions): Pairs => {
    const distinct = [...new Set(conditions)];
    const few = distinct.filter((one) => !many.test(one)).map(getNumber);
    const others = distinct.filter((one) => many.test(one)).map(getNumber);
    return {
      // Each condition is also counted alone, as a pair with itself.
      main: few.flatMap((one, index) => few.slice(index).map((other) => pair(one, other))),
      others: others.flatMap((one) => [one, ...few].map((other) => pair(one, other))),
    };
  };
  return {
    getPair: (one: string, other: string): number => pair(getNumber(one), getNumber(other)),
    listPairs,
  };
}

const nothingJudged: JudgedSituations = { conditions: [], pairs: {} };
