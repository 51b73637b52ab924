/** Lists what a schema says about the presence of its properties. */
import { escape, isArray, isObject, type JsonObject } from '../json-pointer.ts';
import { listOpenings } from '../requests/index.ts';
import { resolveSchema } from '../schema-nodes.ts';
import type { ContractPart, Need } from './part.ts';
import { conditionNeeds } from './constraint-parts.ts';
import type { SchemaPlace } from './schema-place.ts';

/** Returns a part for each required property, and for each other one that it may be absent. Both belong to `required`. */
export function createPresences(
  document: JsonObject,
  { required, properties }: JsonObject,
  place: SchemaPlace,
): ContractPart[] {
  const names = isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const listed = Object.keys(isObject(properties) ? properties : {});
  const optional = place.branch === undefined ? listed.filter((name) => !names.includes(name)) : [];
  return [
    ...names.map((name) => createPresence(name, true, { document, place })),
    ...optional.map((name) => createPresence(name, false, { document, place })),
  ];
}

interface Context {
  readonly document: JsonObject;
  readonly place: SchemaPlace;
}

function createPresence(
  name: string,
  isRequired: boolean,
  { document, place }: Context,
): ContractPart {
  const { side, owner, path, branch } = place;
  const fullName = `${owner}, property ${path === '' ? name : `${path}.${name}`}`;
  const property = `${place.pointer}/properties/${escape(name)}`;
  const presence = isRequired ? 'required' : 'may be absent';
  const needs = getNeeds(isRequired, place, () =>
    listOpenings(resolveSchema(document, property).schema).some(({ isAbsent }) => isAbsent),
  );
  return {
    pointer: `${place.pointer}/required`,
    name: `${fullName}: ${branch === undefined ? '' : `${branch} `}${presence}`,
    kind: isRequired ? 'required property' : 'optional property',
    side,
    identity: `${side} ${place.identity}/required ${name} ${presence}`,
    needs,
    keyword: 'required',
    value: name,
  };
}

function getNeeds(
  isRequired: boolean,
  { side, branch }: SchemaPlace,
  isAbsenceOpen: () => boolean,
): readonly Need[] {
  if (branch === 'if') return conditionNeeds;
  if (side === 'response') return [isRequired ? 'shown' : 'absent'];
  if (!isRequired) return ['left out'];
  return isAbsenceOpen() ? ['accepted', 'tried'] : ['accepted', 'refused'];
}
