/** Chooses variations, so that a run of few requests tries each constraint once, and several choices try more. */
import { readAt, replaceAt, type Variation } from '../../../src/harness/values/index.ts';

export interface Choice {
  /** Chooses one of the variations that try the same constraint. */
  readonly turn: number;
  /** The number of variations for each constraint; 1 by default. */
  readonly perRule?: number;
}

/** Returns the name of the constraint that a variation tries. All entries of a list have the same. */
export function getConstraint({ path, rule }: Variation): string {
  return `${path.map((key) => (typeof key === 'number' ? '*' : key)).join('.')} ${rule}`;
}

/** Returns some variations for each constraint, and all on which the judged and the own contract differ. */
export function chooseVariations<V extends Variation>(
  variations: readonly V[],
  { turn, perRule = 1 }: Choice,
): readonly V[] {
  return groupBy(variations, getConstraint).flatMap((group, index) => {
    const start = (Math.abs(turn) + index) % group.length;
    const chosen = [...group.slice(start), ...group.slice(0, start)].slice(0, perRule);
    return group.filter((variation) => variation.isNew || chosen.includes(variation));
  });
}

function groupBy<V extends Variation>(
  variations: readonly V[],
  getKey: (variation: V) => string,
): readonly (readonly V[])[] {
  const groups = new Map<string, V[]>();
  for (const variation of variations) {
    const key = getKey(variation);
    groups.set(key, [...(groups.get(key) ?? []), variation]);
  }
  return [...groups.values()];
}

export function listRefused<V extends Variation>(variations: readonly V[]): readonly V[] {
  return variations.filter(({ isRefused }) => isRefused);
}

/** Returns the accepted variations on which the contracts differ; each needs a request of its own. */
export function listNewlyAccepted<V extends Variation>(variations: readonly V[]): readonly V[] {
  return variations.filter(({ isRefused, isNew }) => isNew && !isRefused);
}

/** The format of a book decides what else it must have. */
const isStructural = ({ rule, path }: Variation): boolean =>
  ['added', 'left out'].includes(rule) || path.join('.') === 'format';

/**
 * Returns a value with one accepted edge at each place, because edges of different places do not affect each other.
 * @param turn chooses the edge of each place
 */
export function combineEdges<Value>(
  value: Value,
  variations: readonly Variation[],
  turn: number,
): Value {
  const edges = variations.filter((variation) => !variation.isRefused && !isStructural(variation));
  const present = edges.filter(({ path }) => readAt(value, path) !== undefined);
  const byPlace = groupBy(present, ({ path }) => path.join('.'));
  return combine(
    value,
    byPlace.flatMap((group) => group[Math.abs(turn) % group.length] ?? []),
  );
}

/** Returns a value without all the parts that may be left out. */
export function leaveOutOptional<Value>(value: Value, variations: readonly Variation[]): Value {
  return combine(
    value,
    variations.filter(({ isRefused, rule }) => !isRefused && rule === 'left out'),
  );
}

function combine<Value>(value: Value, variations: readonly Variation[]): Value {
  const combined = variations.reduce<unknown>(
    (partial, { path, part }) => replaceAt(partial, path, part),
    value,
  );
  // Each part is one that the contract accepts in its place.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return combined as Value;
}
