/** Parses the operations and conditions that the ledger links to a requirement. */
import { requirement, type StatedId } from '../../contract/requirements.ts';
import { dimensions, type Dimension, type ValueOf } from './dimensions.ts';

/** The operations whose exchanges can show a requirement, and the values of each dimension that matter to it. */
export interface LinkedConditions {
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
