/** The situations in which a requirement can be judged, and how many of them a run reached. */
import { requirement, type StatedId } from '../../contract/requirements.ts';
import { dimensions, type Dimension } from './dimensions.ts';
import { impossible, occurring, type Values } from './occurrence.ts';
import type { Situation } from './situation.ts';

/** Situations of one requirement. */
export interface SituationCount {
  readonly judged: number;
  readonly possible: number;
  /** Those in which no exchange was judged. */
  readonly missed: readonly string[];
}

/** The value of one dimension, such as `format=print`. */
type Value = readonly [Dimension, string];

const names = Object.keys(dimensions).filter((name): name is Dimension => name in dimensions);

/**
 * Counts the situations of a requirement: every two values of different dimensions that the ledger
 * links to it and that can occur together, or every value if it has one dimension only.
 * @returns undefined if the ledger links no dimension
 */
export function countSituations(
  id: StatedId,
  situations: readonly Situation[],
): SituationCount | undefined {
  const possible = possibleSituations(id);
  if (possible.size === 0) return undefined;
  const linked = linkedDimensions(id);
  const judged = new Set(situations.flatMap((one) => pairsOf(valuesIn(one, linked))));
  const missed = [...possible].filter((pair) => !judged.has(pair));
  return { judged: possible.size - missed.length, possible: possible.size, missed };
}

const known = new Map<StatedId, ReadonlySet<string>>();

/** Returns the situations in which a requirement can be judged; empty if the ledger links no dimension. */
export function possibleSituations(id: StatedId): ReadonlySet<string> {
  const found = known.get(id) ?? new Set(computePossible(id));
  known.set(id, found);
  return found;
}

function computePossible(id: StatedId): readonly string[] {
  const linked = linkedDimensions(id);
  const operations = dimensions.operation.filter((one) =>
    valuesOf('operation', linked.operation ?? []).includes(one),
  );
  return operations.flatMap((operation) => {
    const here = names.flatMap((name): Value[] => {
      const occur = valuesOf(name, occurring[operation][name] ?? []);
      const values = name === 'operation' ? [operation] : occur;
      const wanted = linked[name] === undefined ? [] : valuesOf(name, linked[name]);
      return values.filter((value) => wanted.includes(value)).map((value) => [name, value]);
    });
    const isAlone = operations.length === 1;
    return pairsOf(here.filter(([name]) => name !== 'operation' || !isAlone));
  });
}

type Linked = { readonly [Name in Dimension]?: Values };

function linkedDimensions(id: StatedId): Linked {
  return requirement(id).situations ?? {};
}

function valuesOf(name: Dimension, values: Values): readonly string[] {
  return values === 'any' ? dimensions[name] : values;
}

/** The values of a situation in the linked dimensions; a single operation is no condition. */
function valuesIn(situation: Situation, linked: Linked): readonly Value[] {
  const isAlone = valuesOf('operation', linked.operation ?? []).length === 1;
  return names.flatMap((name): Value[] => {
    const value = situation[name];
    if (value === undefined || linked[name] === undefined) return [];
    return name === 'operation' && isAlone ? [] : [[name, value]];
  });
}

/** Every two values that can occur together; the values themselves if they are of one dimension. */
function pairsOf(values: readonly Value[]): readonly string[] {
  if (new Set(values.map(([name]) => name)).size === 1) return values.map(written);
  return values.flatMap((one, index) =>
    values
      .slice(index + 1)
      .filter((other) => one[0] !== other[0] && !isImpossible(one, other))
      .map((other) => `${written(one)} ${written(other)}`),
  );
}

function written([name, value]: Value): string {
  return `${name}=${value}`;
}

function isImpossible(one: Value, other: Value): boolean {
  const both = [one, other];
  return impossible.some(({ when, never }) =>
    [when, never].every((rule) =>
      both.some(([name, value]) => rule[name]?.includes(value) === true),
    ),
  );
}
