/** Reads the ledger's link between a requirement and the conditions that matter to it. */
import { requirement, type StatedId } from '../../contract/requirements.ts';
import { dimensions, type Dimension, type ValueOf } from './dimensions.ts';

/** The operations that show a requirement, and the values of each condition that matter to it. */
export interface Linked {
  readonly operations: readonly ValueOf<'operation'>[];
  readonly conditions: ReadonlyMap<Dimension, readonly string[]>;
}

const nothing: Linked = { operations: [], conditions: new Map() };

/**
 * Parses `OPERATION… by NAME… NAME=VALUE|VALUE…`; `keyed` is every operation that needs a key.
 * @throws Error for an operation, a dimension or a value that does not exist
 */
export function linkedConditions(id: StatedId): Linked {
  const { situations } = requirement(id);
  if (situations === undefined) return nothing;
  const [operations = '', conditions = ''] = situations.split(' by ');
  return {
    operations: operations.split(' ').flatMap(operationsNamed),
    conditions: new Map(words(conditions).map(conditionNamed)),
  };
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

function operationsNamed(word: string): readonly ValueOf<'operation'>[] {
  if (word === 'keyed') return dimensions.operation.filter((one) => one !== 'putFile');
  const found = dimensions.operation.find((one) => one === word);
  if (found === undefined) throw new Error(`The ledger names an operation ${word}.`);
  return [found];
}

function isDimension(name: string): name is Dimension {
  return Object.hasOwn(dimensions, name);
}

function conditionNamed(word: string): readonly [Dimension, readonly string[]] {
  const [name = '', values] = word.split('=');
  if (!isDimension(name)) throw new Error(`The ledger names a dimension ${name}.`);
  const all: readonly string[] = dimensions[name];
  const some = values?.split('|') ?? all;
  const unknown = some.find((value) => !all.includes(value));
  if (unknown !== undefined) throw new Error(`The ledger names ${name}=${unknown}.`);
  return [name, some];
}
