/** Lists the parts of a parameter. */
import { follow, resolve, type Json } from '../json-pointer.ts';
import type { Parameter } from '../operations.ts';
import type { PartTools } from './content-parts.ts';
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

/** Lists a parameter for its operation, because each operation has to read it. Constraints of components are listed once. */
export function listParameter(
  { name, in: where, required, pointer, schema: place }: Parameter,
  operation: ContractPart,
  tools: PartTools,
): ParameterParts {
  const isShared = pointer.startsWith('#/components/');
  const shortName = `${where} parameter ${name}`;
  const fullName = `${operation.name}, ${shortName}`;
  const list = pointer.slice(0, pointer.lastIndexOf('/'));
  const identity = isShared ? pointer : `${list}/${where} ${name}`;
  const add: AddPart = (keys, words, rest) =>
    tools.add({
      pointer: `${pointer}${keys}`,
      name: `${fullName}${words}`,
      side: 'request',
      identity: `${identity} ${operation.name}${words}`,
      ...rest,
    });
  const schema = resolve(tools.document, follow(tools.document, place), place)?.node;
  const presence = { kind: 'required property', needs: ['accepted', 'refused'] } as const;
  return {
    name,
    in: where,
    part: add('', '', { kind: 'parameter', needs: getNeeds(where) }),
    required: required && where !== 'path' ? add('/required', ': required', presence) : undefined,
    default: addDefault(schema?.['default'], add),
    schema:
      schema &&
      tools.schemas.list({
        pointer: place,
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
