/** Lists the parts of a parameter. */
import { isArray, resolve, type Json } from '../json-pointer.ts';
import type { PartTools, Target } from './content-parts.ts';
import type { ContractPart } from './part.ts';
import type { SchemaParts } from './schema-parts.ts';

export interface ParameterParts {
  readonly name: string;
  readonly in: string;
  readonly part: ContractPart;
  /** Undefined if the parameter is optional, or part of the path. */
  readonly required: ContractPart | undefined;
  readonly default: ContractPart | undefined;
  readonly schema: SchemaParts | undefined;
  /** The type of the schema, which decides how the text is read. */
  readonly type: Json | undefined;
}

/** The operation of a parameter. */
interface Owner {
  readonly operation: ContractPart;
  readonly tools: PartTools;
}

/** Returns the parts of a list of parameters. @param pointer where the list is in the contract */
export function listParameters(
  list: Json | undefined,
  pointer: string,
  owner: Owner,
): ParameterParts[] {
  if (!isArray(list)) return [];
  return list.flatMap((entry, index) => {
    const target = resolve(owner.tools.document, entry, `${pointer}/${index}`);
    if (target === undefined) return [];
    return [listParameter(target, pointer, owner)];
  });
}

/** Lists a parameter for its operation, because each operation has to read it. Constraints of components are listed once. */
function listParameter(
  { node, pointer }: Target,
  list: string,
  { operation, tools }: Owner,
): ParameterParts {
  const { name, in: where } = readNames(node);
  const isShared = pointer.startsWith('#/components/');
  const shortName = `${where} parameter ${name}`;
  const fullName = `${operation.name}, ${shortName}`;
  const identity = isShared ? pointer : `${list}/${where} ${name}`;
  const add: AddPart = (keys, words, rest) =>
    tools.add({
      pointer: `${pointer}${keys}`,
      name: `${fullName}${words}`,
      side: 'request',
      identity: `${identity} ${operation.name}${words}`,
      ...rest,
    });
  const schema = resolve(tools.document, node['schema'], `${pointer}/schema`)?.node;
  const isRequired = node['required'] === true && where !== 'path';
  const required = { kind: 'required property', needs: ['accepted', 'refused'] } as const;
  return {
    name,
    in: where,
    part: add('', '', { kind: 'parameter', needs: getNeeds(where) }),
    required: isRequired ? add('/required', ': required', required) : undefined,
    default: addDefault(schema?.['default'], add),
    schema:
      schema &&
      tools.schemas.list({
        pointer: `${pointer}/schema`,
        identity: `${identity}/schema`,
        side: 'request',
        owner: isShared ? shortName : fullName,
        path: '',
        isText: true,
      }),
    type: schema?.['type'],
  };
}

function getNeeds(where: string): ContractPart['needs'] {
  return where === 'query' ? ['sent', 'understood'] : ['sent'];
}

/** Adds a part of a parameter. The keys and words come after its pointer and name. */
type AddPart = (
  keys: string,
  words: string,
  rest: Pick<ContractPart, 'kind' | 'needs'>,
) => ContractPart;

function addDefault(value: Json | undefined, add: AddPart): ContractPart | undefined {
  if (value === undefined) return undefined;
  const words = `: default ${JSON.stringify(value)}`;
  return add('/schema/default', words, { kind: 'default', needs: ['left out'] });
}

function readNames({ name, in: where }: Target['node']) {
  return {
    name: typeof name === 'string' ? name : '',
    in: typeof where === 'string' ? where : '',
  };
}
