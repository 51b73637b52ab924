/** Walks through a value together with the schema that describes it. */
import {
  escape,
  follow,
  isArray,
  isObject,
  readRequirementIds,
  type JsonObject,
} from './json-pointer.ts';
import { memoize } from './memoize.ts';

/** A part of a value with its schema. */
export interface SchemaNode {
  /** The schema. A `$ref` is replaced by its target, whose members those next to the `$ref` override; `x-open` is that of both. */
  readonly schema: JsonObject;
  /** The JSON pointer of the schema in the contract; for a `$ref`, that of its target. */
  readonly pointer: string;
  readonly value: unknown;
  /** The place in the value with dots, such as `contributor.0.role`; empty for the whole value. */
  readonly name: string;
  /** The ids of the nearest `x-requirements` at the schema or above it. */
  readonly requirements: readonly string[];
  /** The nearest `x-violation-status`; empty if there is none. */
  readonly violationStatuses: readonly number[];
}

/** Visits a node. Returns false to skip the nodes below it. */
type Visit = (node: SchemaNode) => boolean;

type Start = Omit<SchemaNode, 'schema'>;

/** The names and indexes that lead to a part of a value. */
export type Path = readonly (string | number)[];

/** Where a visit starts. */
export interface VisitStart extends Start {
  /** Only the parts on the way to this one are visited, and everything in it; all by default. */
  readonly path?: Path;
}

/** Visits the parts of a value for which the contract has a schema, from the outside to the inside. */
export function visitNodes(document: JsonObject, start: VisitStart, visit: Visit): void {
  const { value, name, path = [] } = start;
  visitPlace(findRootPlace(document, start), { value, name, path }, visit);
}

type VisitedPart = Required<Pick<VisitStart, 'value' | 'name' | 'path'>>;

function visitPlace(place: Place, { value, name, path }: VisitedPart, visit: Visit): void {
  const { schema, pointer, requirements, violationStatuses } = place;
  if (!visit({ schema, pointer, requirements, violationStatuses, value, name })) return;
  const prefix = name === '' ? '' : `${name}.`;
  const [only, ...rest] = path;
  if (isArray(value)) {
    const items = place.find('items');
    if (items === undefined) return;
    for (const [index, entry] of value.entries()) {
      if (only !== undefined && only !== index) continue;
      visitPlace(items, { value: entry, name: `${prefix}${index}`, path: rest }, visit);
    }
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      if (only !== undefined && only !== key) continue;
      const part = { value: value[key], name: `${prefix}${key}`, path: rest };
      const property = place.find('properties', key);
      if (property) visitPlace(property, part, visit);
    }
  }
}

/** What a node has whatever its value is. Places are kept, because requests are read often. */
interface Place extends Omit<SchemaNode, 'value' | 'name'> {
  /** Returns the place of the items, or of a property; undefined if the schema does not have it. */
  readonly find: (keyword: 'items' | 'properties', key?: string) => Place | undefined;
}

const getRootPlaces = memoize((_document: JsonObject) => new Map<string, Place>());

function findRootPlace(document: JsonObject, start: Omit<Start, 'value' | 'name'>): Place {
  const places = getRootPlaces(document);
  const { pointer, requirements, violationStatuses } = start;
  const key = `${pointer} ${requirements.join()} ${violationStatuses.join()}`;
  const place = places.get(key) ?? createPlace(document, start);
  places.set(key, place);
  return place;
}

function createPlace(document: JsonObject, start: Omit<Start, 'value' | 'name'>): Place {
  const node = createNode(document, { ...start, value: undefined, name: '' });
  const children = new Map<string, Place>();
  return {
    ...node,
    find: (keyword, key = '') => {
      const child = children.get(key);
      if (child !== undefined) return child;
      const schemas = node.schema[keyword];
      if (!isObject(schemas) || (keyword === 'properties' && !Object.hasOwn(schemas, key))) {
        return undefined;
      }
      const end = keyword === 'items' ? 'items' : `properties/${escape(key)}`;
      const place = createPlace(document, { ...node, pointer: `${node.pointer}/${end}` });
      children.set(key, place);
      return place;
    },
  };
}

/** Returns a node with its schema, and with the requirements and statuses that the schema has itself. */
export function createNode(document: JsonObject, start: Start): SchemaNode {
  const { schema, pointer } = resolveSchema(document, start.pointer);
  const ids = readRequirementIds(schema);
  const statuses = readStatuses(schema);
  return {
    ...start,
    schema,
    pointer,
    requirements: ids.length > 0 ? ids : start.requirements,
    violationStatuses: statuses.length > 0 ? statuses : start.violationStatuses,
  };
}

/** Returns the statuses of `x-violation-status`, which is a number or a list of numbers. */
export function readStatuses(node: JsonObject): readonly number[] {
  return [node['x-violation-status'] ?? []].flat().filter((status) => typeof status === 'number');
}

interface ResolvedSchema {
  readonly schema: JsonObject;
  readonly pointer: string;
}

const getSchemas = memoize((_document: JsonObject) => new Map<string, ResolvedSchema>());

/** Returns the schema at a pointer after following its `$ref`s. The result is the same object each time. */
export function resolveSchema(document: JsonObject, pointer: string): ResolvedSchema {
  const schemas = getSchemas(document);
  const resolved = schemas.get(pointer) ?? mergeReference(document, pointer);
  schemas.set(pointer, resolved);
  return resolved;
}

function mergeReference(document: JsonObject, pointer: string): ResolvedSchema {
  const node = follow(document, pointer);
  if (!isObject(node)) return { schema: {}, pointer };
  const { $ref: ref, ...siblings } = node;
  if (typeof ref !== 'string') return { schema: node, pointer };
  const { schema, pointer: targetPointer } = resolveSchema(document, ref);
  // What is open about the target is also open here.
  const openings = [siblings['x-open'] ?? [], schema['x-open'] ?? []].flat();
  const merged = { ...schema, ...siblings, ...(openings.length > 0 && { 'x-open': openings }) };
  return { schema: merged, pointer: targetPointer };
}
