/** The situations in which a requirement can be judged, and how many of them a run reached. */
import { fitsFormat } from '../../contract/fields.ts';
import { type StatedId, requirement } from '../../contract/requirements.ts';
import { type Dimension, type Situation, dimensions, type ValueOf } from './dimensions.ts';
import { exclusions, occurringValues, type DimensionValues } from './occurrence.ts';

/** Situations of one requirement. */
export interface SituationCount {
  readonly judged: number;
  readonly possible: number;
  /** The situations in which no exchange was judged. */
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
  const linkedConditions = readLinkedConditions(id);
  // Many situations differ only in dimensions that are not linked, so each combination is paired once.
  const valuesByKey = new Map(
    situations.map((situation) => {
      const values = listLinkedValues(situation, linkedConditions);
      return [values.map(formatValue).join(' '), values] as const;
    }),
  );
  const judgedSituations = new Set([...valuesByKey.values()].flatMap(pairValues));
  const missedSituations = [...possible].filter((pair) => !judgedSituations.has(pair));
  return {
    judged: possible.size - missedSituations.length,
    possible: possible.size,
    missed: missedSituations,
  };
}

const possibleByRequirement = new Map<StatedId, ReadonlySet<string>>();

/** Returns the situations in which a requirement can be judged. It has none if the ledger links no dimension. */
export function possibleSituations(id: StatedId): ReadonlySet<string> {
  const situations =
    possibleByRequirement.get(id) ?? new Set(computePossible(readLinkedConditions(id)));
  possibleByRequirement.set(id, situations);
  return situations;
}

function computePossible({ operations, conditions }: LinkedConditions): readonly string[] {
  return operations.flatMap((operation) => {
    const values = [...conditions].flatMap(([name, linkedValues]) => {
      const possibleValues = occurringValues[operation][name] ?? [];
      return linkedValues
        .filter(
          (value) =>
            possibleValues === 'any' ||
            possibleValues.some((possibleValue) => possibleValue === value),
        )
        .map((value): Value => [name, value]);
    });
    return pairValues(operations.length === 1 ? values : [['operation', operation], ...values]);
  });
}

/** Returns the values in the linked dimensions. The operation is one of them only if several are linked. */
function listLinkedValues(
  situation: Situation,
  { operations, conditions }: LinkedConditions,
): readonly Value[] {
  const names: Dimension[] = [
    ...(operations.length > 1 ? ['operation' as const] : []),
    ...conditions.keys(),
  ];
  return names.flatMap((name) =>
    [situation[name] ?? []].flat().map((value): Value => [name, value]),
  );
}

/** Returns every two values that can occur together, or each value if they all belong to one dimension. */
function pairValues(values: readonly Value[]): readonly string[] {
  if (new Set(values.map(([name]) => name)).size === 1) return values.map(formatValue);
  return values.flatMap((value, index) =>
    values
      .slice(index + 1)
      .filter((other) => value[0] !== other[0] && !isImpossible(value, other))
      .map((other) => `${formatValue(value)} ${formatValue(other)}`),
  );
}

function formatValue([name, value]: Value): string {
  return `${name}=${value}`;
}

function isImpossible(first: Value, second: Value): boolean {
  const isAmong = ([name, value]: Value, cells: DimensionValues): boolean =>
    cells[name]?.includes(value) === true;
  const { format, role } = Object.fromEntries([first, second]);
  // The refusal of a role that does not fit the format shows no other requirement.
  if (format !== undefined && role !== undefined && !fitsFormat(role, format)) return true;
  return exclusions.some(
    ({ when, never }) =>
      (isAmong(first, when) && isAmong(second, never)) ||
      (isAmong(second, when) && isAmong(first, never)),
  );
}

/** The operations whose exchanges can show a requirement, and the values of each dimension that matter to it. */
interface LinkedConditions {
  readonly operations: readonly ValueOf<'operation'>[];
  readonly conditions: ReadonlyMap<Dimension, readonly string[]>;
}

/**
 * Parses `situations` of the ledger: `OPERATION… by NAME… NAME=VALUE|VALUE…`.
 * The operation `keyed` means every operation that needs a key.
 * @throws Error for an operation, a dimension or a value that does not exist
 */
export function readLinkedConditions(id: StatedId): LinkedConditions {
  const { situations } = requirement(id);
  if (situations === undefined) return { operations: [], conditions: new Map() };
  const [operations = '', conditions = ''] = situations.split(' by ');
  return {
    operations: operations.split(' ').flatMap(parseOperations),
    conditions: new Map(splitWords(conditions).map(parseCondition)),
  };
}

function splitWords(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

function parseOperations(word: string): readonly ValueOf<'operation'>[] {
  if (word === 'keyed') return dimensions.operation.filter((one) => one !== 'putFile');
  const operation = dimensions.operation.find((one) => one === word);
  if (operation === undefined) throw new Error(`The ledger names an operation ${word}.`);
  return [operation];
}

function isDimension(name: string): name is Dimension {
  return Object.hasOwn(dimensions, name);
}

function parseCondition(word: string): readonly [Dimension, readonly string[]] {
  const [name = '', values] = word.split('=');
  if (!isDimension(name)) throw new Error(`The ledger names a dimension ${name}.`);
  const allValues: readonly string[] = dimensions[name];
  const linkedValues = values?.split('|') ?? allValues;
  const unknownValue = linkedValues.find((value) => !allValues.includes(value));
  if (unknownValue !== undefined) throw new Error(`The ledger names ${name}=${unknownValue}.`);
  return [name, linkedValues];
}
