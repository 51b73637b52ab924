/** Changes of the keywords that constrain the members of an object, and of those that combine schemas. */
import { describePlace } from '../../../src/contract/changes/index.ts';
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
} from '../../../src/contract/json-pointer.ts';
import type { ContractChange } from './contract-change.ts';
import { child, editAt, omitKeys } from './edits.ts';
import type { Place } from './places.ts';
import { changeKeyword } from './value-changes.ts';

/** The name of a property that the contract does not have. */
const newProperty = 'probe';

/** Returns the changes of an object's properties, and of the alternatives and branches of a schema. */
export function listObjectChanges(place: Place): ContractChange[] {
  // A condition constrains nothing but the choice of its branch.
  if (/\/if(\/|$)/.test(place.pointer)) return [];
  return [
    ...listPropertyChanges(place),
    ...listRequiredChanges(place),
    ...listAddedProperties(place),
    ...listBranchChanges(place),
    ...listAlternativeChanges(place),
    ...listOpennessChanges(place),
  ];
}

interface SchemaEdit {
  readonly kind: string;
  readonly says: string;
  /** The pointer of the changed place within the schema. */
  readonly at: readonly string[];
  readonly aliases?: readonly string[];
  readonly schema: JsonObject;
}

function changeSchema({ pointer, sides }: Place, edit: SchemaEdit): ContractChange {
  const { kind, says, at, aliases, schema } = edit;
  return {
    kind,
    pointer: child(pointer, ...at),
    ...(aliases && { aliases: [child(pointer, ...aliases)] }),
    sides: [...sides],
    description: `${describePlace(pointer)}: ${says}`,
    apply: (document) => editAt(document, pointer, () => schema),
  };
}

function readProperties({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

function readRequired({ required }: JsonObject): readonly Json[] {
  return isArray(required) ? required : [];
}

function listPropertyChanges(place: Place): ContractChange[] {
  const { node } = place;
  const properties = readProperties(node);
  return Object.keys(properties).map((name) =>
    changeSchema(place, {
      kind: 'property-removed',
      says: `no property ${name}`,
      at: ['properties', name],
      schema: {
        ...withRequired(node, removeName(node, name)),
        properties: omitKeys(properties, (key) => key === name),
      },
    }),
  );
}

function removeName(node: JsonObject, name: string): readonly Json[] {
  return readRequired(node).filter((entry) => entry !== name);
}

function withRequired(node: JsonObject, required: readonly Json[]): JsonObject {
  if (required.length > 0) return { ...node, required };
  return omitKeys(node, (key) => key === 'required');
}

function listRequiredChanges(place: Place): ContractChange[] {
  const { node } = place;
  // A branch repeats properties to constrain them further; whether they are required is said outside.
  if (isBranch(place)) return [];
  return Object.keys(readProperties(node)).map((name) => {
    const isRequired = readRequired(node).includes(name);
    return changeSchema(place, {
      kind: isRequired ? 'required-removed' : 'required-added',
      says: `${name} is ${isRequired ? 'no longer' : 'now'} required`,
      at: ['required'],
      aliases: ['properties', name],
      schema: isRequired
        ? withRequired(node, removeName(node, name))
        : { ...node, required: [...readRequired(node), name] },
    });
  });
}

function isBranch({ pointer }: Place): boolean {
  return /\/(then|else)$/.test(pointer);
}

function listAddedProperties(place: Place): ContractChange[] {
  const { node } = place;
  if (isBranch(place) || ![node['type']].flat().includes('object')) return [];
  const schema = {
    ...node,
    properties: { ...readProperties(node), [newProperty]: { type: 'string' } },
  };
  const at = ['properties', newProperty];
  return [
    changeSchema(place, { kind: 'property-added', says: 'another property', at, schema }),
    changeSchema(place, {
      kind: 'required-property-added',
      says: 'another required property',
      at,
      schema: { ...schema, required: [...readRequired(node), newProperty] },
    }),
  ];
}

function listBranchChanges(place: Place): ContractChange[] {
  const { node } = place;
  const branches = ['then', 'else'].filter((keyword) => isObject(node[keyword]));
  return branches.map((keyword) =>
    changeSchema(place, {
      kind: 'branch-removed',
      says: `no "${keyword}"`,
      at: [keyword],
      // A condition without branches is not valid.
      schema: omitKeys(node, (key) => key === keyword || (branches.length === 1 && key === 'if')),
    }),
  );
}

function listAlternativeChanges(place: Place): ContractChange[] {
  return ['anyOf', 'oneOf'].flatMap((keyword) => {
    const alternatives = place.node[keyword];
    if (!isArray(alternatives) || alternatives.length < 2) return [];
    return alternatives.map((alternative, index) =>
      changeKeyword(place, keyword, {
        kind: 'alternative-removed',
        says: `no alternative ${describeAlternative(alternative, index)}`,
        value: alternatives.toSpliced(index, 1),
      }),
    );
  });
}

function describeAlternative(alternative: Json, index: number): string {
  const ref = isObject(alternative) ? alternative['$ref'] : undefined;
  return typeof ref === 'string' ? (ref.split('/').at(-1) ?? ref) : String(index + 1);
}

function listOpennessChanges(place: Place): ContractChange[] {
  if (place.node['additionalProperties'] !== true) return [];
  const says = 'additional properties are forbidden';
  const kind = 'additional-properties-forbidden';
  return [changeKeyword(place, 'additionalProperties', { kind, says, value: false })];
}
