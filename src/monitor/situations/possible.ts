/** The situations in which a requirement can be judged, and how many of them a run reached. */
import type { StatedId } from '../../contract/requirements.ts';
import type { Dimension } from './dimensions.ts';
import { linkedConditions, type Linked } from './linked.ts';
import { impossible, occurring } from './occurrence.ts';
import type { Situation } from './situation.ts';

/** Situations of one requirement. */
export interface SituationCount {
  readonly judged: number;
  readonly possible: number;
  /** Those in which no exchange was judged. */
  readonly missed: readonly string[];
}

/** The value of one dimension. */
type Value = readonly [Dimension, string];

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
  const linked = linkedConditions(id);
  // Many situations differ only in dimensions that are not linked.
  const distinct = new Map(
    situations.map((one) => {
      const values = valuesIn(one, linked);
      return [values.map(written).join(' '), values] as const;
    }),
  );
  const judged = new Set([...distinct.values()].flatMap(pairsOf));
  const missed = [...possible].filter((pair) => !judged.has(pair));
  return { judged: possible.size - missed.length, possible: possible.size, missed };
}

const possibleByRequirement = new Map<StatedId, ReadonlySet<string>>();

/** Returns the situations in which a requirement can be judged; none if the ledger links no dimension. */
export function possibleSituations(id: StatedId): ReadonlySet<string> {
  const found = possibleByRequirement.get(id) ?? new Set(computePossible(linkedConditions(id)));
  possibleByRequirement.set(id, found);
  return found;
}

function computePossible({ operations, conditions }: Linked): readonly string[] {
  return operations.flatMap((operation) => {
    const here = [...conditions].flatMap(([name, wanted]) => {
      const occur = occurring[operation][name] ?? [];
      return wanted
        .filter((value) => occur === 'any' || occur.some((one) => one === value))
        .map((value): Value => [name, value]);
    });
    return pairsOf(operations.length === 1 ? here : [['operation', operation], ...here]);
  });
}

/** The values of a situation in the linked dimensions; a single operation is not a condition. */
function valuesIn(situation: Situation, { operations, conditions }: Linked): readonly Value[] {
  const names: Dimension[] = [
    ...(operations.length > 1 ? ['operation' as const] : []),
    ...conditions.keys(),
  ];
  return names.flatMap((name) =>
    [situation[name] ?? []].flat().map((value): Value => [name, value]),
  );
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

type Cells = (typeof impossible)[number]['when'];

function isImpossible(one: Value, other: Value): boolean {
  const isOf = ([name, value]: Value, cells: Cells): boolean =>
    cells[name]?.includes(value) === true;
  return impossible.some(
    ({ when, never }) =>
      (isOf(one, when) && isOf(other, never)) || (isOf(other, when) && isOf(one, never)),
  );
}
