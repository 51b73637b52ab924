/** Finds the condition to which the drifts of a requirement are confined, such as one format. */
import { dimensions, type Dimension, type Situation } from './dimensions.ts';

/** A situation with the number of its judged exchanges, and of those that drifted. */
export interface CountedSituation {
  readonly situation: Situation;
  readonly judged: number;
  readonly drifted: number;
}

/** Drifts occur only in situations with one of these values. */
export interface Extent {
  readonly dimension: Dimension;
  readonly values: readonly string[];
}

/** Dimensions that a title or a statement already gives, or that tell a reader nothing. */
const knownFromTitle: readonly Dimension[] = [
  'operation',
  'validity',
  'id',
  'key',
  'fields',
  'parameters',
];
/** The greatest probability with which drifts in situations drawn at random would be confined in the same way. */
const maxChance = 0.01;
/** Many faults concern only one format or status, so less evidence is enough. */
const maxLikelyChance = 0.05;
const likely: readonly Dimension[] = ['format', 'status'];
/** More values would not be a condition that a reader can remember. */
const maxValues = 2;

/** Returns the condition that confines the drifts and is least likely by chance; undefined if there is none. */
export function findExtent(rows: readonly CountedSituation[]): Extent | undefined {
  const drifts = rows.filter(({ drifted }) => drifted > 0);
  const operations = new Set(drifts.map(({ situation }) => situation.operation));
  const alike = rows.filter(({ situation }) => operations.has(situation.operation));
  // The more books a page shows, the likelier one of them is wrong.
  const isList = operations.has('listBooks');
  const [best] = listDimensions()
    .filter((name) => !knownFromTitle.includes(name) && !(isList && name === 'items'))
    .flatMap((name) => findCondition(name, drifts, alike))
    .filter(({ chance, extent: { dimension } }) =>
      likely.includes(dimension) ? chance <= maxLikelyChance : chance <= maxChance,
    )
    .sort((a, b) => a.chance - b.chance);
  return best?.extent;
}

/**
 * Returns the format and the status that all drifts have in common and other exchanges of the operation have not. Other
 * conditions that a few drifts share are mostly chance.
 */
export function findSharedConditions(rows: readonly CountedSituation[]): readonly Extent[] {
  const drifts = rows.filter(({ drifted }) => drifted > 0);
  const operations = new Set(drifts.map(({ situation }) => situation.operation));
  const others = rows.filter(
    ({ situation, judged, drifted }) => operations.has(situation.operation) && judged > drifted,
  );
  return likely.flatMap((name) => {
    const [value] = drifts
      .slice(0, 1)
      .flatMap((row) => readValues(row, name))
      .filter((one) => drifts.every((row) => readValues(row, name).includes(one)))
      .filter((one) => others.some((row) => !readValues(row, name).includes(one)));
    return value === undefined ? [] : [{ dimension: name, values: [value] }];
  });
}

function listDimensions(): Dimension[] {
  return Object.keys(dimensions).filter((name): name is Dimension =>
    Object.hasOwn(dimensions, name),
  );
}

function readValues({ situation }: CountedSituation, dimension: Dimension): readonly string[] {
  return [situation[dimension] ?? []].flat();
}

function findCondition(
  dimension: Dimension,
  drifts: readonly CountedSituation[],
  alike: readonly CountedSituation[],
) {
  const getValues = (row: CountedSituation) => readValues(row, dimension);
  const population = alike.filter((row) => getValues(row).length > 0);
  const values = listCommonValues(drifts.map(getValues));
  if (values.length === 0 || values.length > maxValues) return [];
  const matching = population.filter((row) =>
    getValues(row).some((value) => values.includes(value)),
  );
  const chance = (matching.length / population.length) ** drifts.length;
  return [{ chance, extent: { dimension, values } }];
}

/** Returns the values that all have, or else every value that occurs; empty if one has no value. */
function listCommonValues(valueLists: readonly (readonly string[])[]): string[] {
  if (valueLists.some(({ length }) => length === 0)) return [];
  const all = [...new Set(valueLists.flat())];
  const shared = all.filter((value) => valueLists.every((values) => values.includes(value)));
  return shared.length > 0 ? shared.slice(0, 1) : all;
}
