/** Lists the parts of a schema: one record for each schema, linked as the schemas are. */
import { escape, follow, isArray, isObject, type Json, type JsonObject } from '../json-pointer.ts';
import { resolveSchema } from '../schema-nodes.ts';
import { listOpenings } from '../requests/index.ts';
import { createConstraints, conditionNeeds } from './constraint-parts.ts';
import { type ContractPart, type Need, descend, type SchemaPlace } from './part.ts';

/** The parts of a schema, with those of the schemas inside it. A component is one record, wherever it is used. */
export interface SchemaParts {
  readonly pointer: string;
  readonly constraints: readonly ContractPart[];
  /** For each property, whether an object has it. The value of the part is the name. */
  readonly presences: readonly ContractPart[];
  readonly properties: ReadonlyMap<string, PropertyParts>;
  readonly items: SchemaParts | undefined;
  readonly alternatives: readonly Alternative[];
  readonly allOf: readonly SchemaParts[];
  readonly condition: Condition | undefined;
}

interface PropertyParts {
  /** Undefined within a condition, which adds no properties. */
  readonly part: ContractPart | undefined;
  readonly schema: SchemaParts;
}

interface Alternative {
  readonly part: ContractPart;
  /** The pointer of the schema after following its references. */
  readonly pointer: string;
  readonly schema: SchemaParts;
}

interface Condition {
  readonly schema: JsonObject;
  readonly constraints: readonly ContractPart[];
  readonly whenTrue: SchemaParts | undefined;
  readonly whenFalse: SchemaParts | undefined;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Draft = Mutable<SchemaParts> & { readonly properties: Map<string, PropertyParts> };

export interface SchemaLister {
  readonly list: (place: SchemaPlace) => SchemaParts;
  readonly parts: readonly ContractPart[];
}

/** Creates a lister, which lists each component once for requests and once for responses. */
export function createSchemaLister(document: JsonObject): SchemaLister {
  const parts: ContractPart[] = [];
  const drafts = new Map<string, Draft>();
  const list = (place: SchemaPlace): SchemaParts => {
    const target = enterComponent(document, place);
    const key = `${target.side} ${target.branch ?? ''} ${target.pointer}`;
    const known = drafts.get(key);
    if (known !== undefined) return known;
    const draft = createDraft(target.pointer);
    drafts.set(key, draft);
    fillDraft(draft, target, { document, list, add: (part) => void parts.push(part) });
    return draft;
  };
  return { list, parts };
}

/** Returns the place to which a reference leads. The body of one operation alone keeps the name of the operation. */
function enterComponent(document: JsonObject, place: SchemaPlace): SchemaPlace {
  const node = follow(document, place.pointer);
  if (!isObject(node) || typeof node['$ref'] !== 'string') return place;
  const { pointer, schema } = resolveSchema(document, place.pointer);
  const { isText: _isText, ...rest } = place;
  const target = { ...rest, pointer, identity: pointer };
  const isRequest = place.side === 'request';
  if (isRequest && place.path === '' && countReferences(document, node['$ref']) === 1)
    return target;
  const { title } = schema;
  const name = typeof title === 'string' ? title : (pointer.split('/').at(-1) ?? pointer);
  return { ...target, owner: isRequest ? `${name} in requests` : name, path: '' };
}

function countReferences(node: Json, reference: string): number {
  if (node === reference) return 1;
  const inner = isArray(node) ? node : isObject(node) ? Object.values(node) : [];
  return inner.reduce<number>((sum, child) => sum + countReferences(child, reference), 0);
}

function createDraft(pointer: string): Draft {
  const lists = { constraints: [], presences: [], alternatives: [], allOf: [] };
  return { pointer, ...lists, properties: new Map(), items: undefined, condition: undefined };
}

interface Tools {
  readonly document: JsonObject;
  readonly list: SchemaLister['list'];
  readonly add: (part: ContractPart) => void;
}

function fillDraft(draft: Draft, place: SchemaPlace, tools: Tools): void {
  const { schema } = resolveSchema(tools.document, place.pointer);
  draft.constraints = createConstraints(schema, place);
  draft.presences = createPresences(tools.document, schema, place);
  for (const part of [...draft.constraints, ...draft.presences]) tools.add(part);
  const { properties, items, allOf } = schema;
  for (const name of Object.keys(isObject(properties) ? properties : {})) {
    draft.properties.set(name, listProperty(name, place, tools));
  }
  if (isObject(items)) {
    draft.items = tools.list({ ...descend(place, 'items'), path: `${place.path}[]` });
  }
  draft.alternatives = (['anyOf', 'oneOf'] as const).flatMap((keyword) =>
    indexes(schema[keyword]).map((index) => listAlternative(`${keyword}/${index}`, place, tools)),
  );
  draft.allOf = indexes(allOf).map((index) => tools.list(descend(place, `allOf/${index}`)));
  if (isObject(schema['if'])) draft.condition = listCondition(schema, place, tools);
}

function indexes(list: Json | undefined): number[] {
  return isArray(list) ? [...list.keys()] : [];
}

function listProperty(name: string, place: SchemaPlace, tools: Tools): PropertyParts {
  const path = place.path === '' ? name : `${place.path}.${name}`;
  const inner = { ...descend(place, `properties/${escape(name)}`), path };
  const { pointer, identity, side, owner } = inner;
  if (place.branch !== undefined) return { part: undefined, schema: tools.list(inner) };
  const part: ContractPart = {
    pointer,
    name: `${owner}, property ${path}`,
    kind: 'property',
    side,
    identity: `${side} ${identity}`,
    needs: [side === 'request' ? 'sent' : 'shown'],
  };
  tools.add(part);
  return { part, schema: tools.list(inner) };
}

function listAlternative(keys: string, place: SchemaPlace, tools: Tools): Alternative {
  const inner = descend(place, keys);
  const { pointer, schema: target } = resolveSchema(tools.document, inner.pointer);
  const title = typeof target['title'] === 'string' ? target['title'] : keys;
  const part: ContractPart = {
    pointer: inner.pointer,
    name: `${place.owner}${place.path === '' ? '' : `, property ${place.path}`}: form "${title}"`,
    kind: 'alternative',
    side: place.side,
    identity: `${place.side} ${place.identity} ${pointer}`,
    needs: [place.side === 'request' ? 'a check' : 'shown'],
  };
  tools.add(part);
  return { part, pointer, schema: tools.list(inner) };
}

function listCondition(schema: JsonObject, place: SchemaPlace, tools: Tools): Condition {
  const list = (keyword: 'if' | 'then' | 'else'): SchemaParts | undefined =>
    schema[keyword] === undefined
      ? undefined
      : tools.list({ ...descend(place, keyword), branch: keyword });
  const condition = list('if');
  return {
    schema: isObject(schema['if']) ? schema['if'] : {},
    constraints: condition === undefined ? [] : collectConstraints(condition),
    whenTrue: list('then'),
    whenFalse: list('else'),
  };
}

function collectConstraints({ constraints, presences, properties }: SchemaParts): ContractPart[] {
  return [
    ...constraints,
    ...presences,
    ...[...properties.values()].flatMap(({ schema }) => collectConstraints(schema)),
  ];
}

/** Returns a part for each required property, and for each other one that it may be absent. Both belong to `required`. */
function createPresences(
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
