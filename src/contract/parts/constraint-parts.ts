/** Lists the constraints of a schema on a value itself. */
import { isArray, isObject, type Json, type JsonObject } from '../json-pointer.ts';
import { listOpenings } from '../requests/index.ts';
import { type ContractPart, type Need, type SchemaPlace } from './part.ts';

/** The keywords that constrain nothing, or whose parts are listed elsewhere. */
const otherKeywords =
  /^(title|description|summary|examples?|default|deprecated|readOnly|writeOnly|externalDocs|discriminator|xml|\$\w+|x-.*|properties|required|items|anyOf|oneOf|allOf|if|then|else)$/;

/** What responses must show of a condition. */
export const conditionNeeds: readonly Need[] = ['matched', 'not matched'];

/** Returns a part for each constraint, for each type of several, and for each value of an enum. */
export function createConstraints(schema: JsonObject, place: SchemaPlace): ContractPart[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    // `additionalProperties: true` and the like allow everything.
    if (otherKeywords.test(keyword) || value === true) return [];
    if (keyword === 'enum' && isArray(value)) return createEnumParts(value, { schema, place });
    if (keyword === 'type' && isArray(value)) {
      return value.map((type) =>
        createPart(
          { keyword, value: type, words: type === 'null' ? 'may be null' : `type ${show(type)}` },
          { schema, place },
        ),
      );
    }
    return [createPart({ keyword, value, words: `${keyword} ${show(value)}` }, { schema, place })];
  });
}

function show(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface Constraint {
  readonly keyword: string;
  readonly value: Json;
  readonly words: string;
}

interface Context {
  readonly schema: JsonObject;
  readonly place: SchemaPlace;
}

function createPart(constraint: Constraint, { schema, place }: Context): ContractPart {
  const { keyword, value, words } = constraint;
  const { side, owner, path, branch } = place;
  const prefix = `${owner}${path === '' ? '' : `, property ${path}`}`;
  return {
    pointer: `${place.pointer}/${keyword}`,
    name: `${prefix}: ${branch === undefined ? '' : `${branch} `}${words}`,
    kind: 'constraint',
    side,
    identity: `${side} ${place.identity}/${keyword} ${JSON.stringify(value)}`,
    needs: getNeeds(constraint, { schema, place }),
    keyword,
    value,
  };
}

/** Returns a part for each value, and in requests one for all values that the enum does not list. */
function createEnumParts(values: readonly Json[], context: Context): ContractPart[] {
  const { side, branch } = context.place;
  const parts = values.map((value) => {
    const part = createPart({ keyword: 'enum', value, words: `value ${show(value)}` }, context);
    return side === 'request' ? { ...part, needs: ['accepted'] as const } : part;
  });
  if (side === 'response' || branch !== undefined) return parts;
  const words = `no value but ${values.map(show).join(', ')}`;
  const { value: _value, ...closed } = createPart(
    { keyword: 'enum', value: values, words },
    context,
  );
  return [...parts, { ...closed, needs: ['refused'] }];
}

function getNeeds(constraint: Constraint, { schema, place }: Context): readonly Need[] {
  if (place.branch === 'if') return conditionNeeds;
  if (place.side === 'response') return ['shown'];
  const { keyword, value } = constraint;
  const isUnion = keyword === 'type' && isArray(schema['type']);
  if (isUnion && value === 'null')
    return isLeftOpen(constraint, { schema, place }) ? ['tried'] : ['accepted'];
  // Every value of such a parameter is a text, so none has another type.
  if (keyword === 'type' && place.isText === true && value === 'string') return ['accepted'];
  return isLeftOpen(constraint, { schema, place })
    ? ['accepted', 'tried']
    : ['accepted', 'refused'];
}

/** Returns whether the document leaves open how a service answers every value that violates the constraint. */
function isLeftOpen({ keyword, value }: Constraint, { schema, place }: Context): boolean {
  return listOpenings(schema).some(({ when }) => {
    if (when === undefined) return false;
    if (keyword === 'type' && value === 'null') return when['type'] === 'null';
    // Each value of a parameter that is not a number is a text.
    if (keyword === 'type' && place.isText === true) return when['type'] === 'string';
    const { not } = when;
    return isObject(not) && JSON.stringify(not[keyword]) === JSON.stringify(value);
  });
}
