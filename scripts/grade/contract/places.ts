/** Finds the parts of a contract that constrain requests and responses. Shared components are found once, at their definition. */
import { follow, isArray, isObject, type JsonObject } from '../../../src/contract/json-pointer.ts';
import { httpMethods } from '../../../src/contract/operations.ts';
import type { Side } from './contract-change.ts';
import { child } from './edits.ts';

/** A part of the contract. */
export interface Place {
  /** The JSON pointer of its definition. */
  readonly pointer: string;
  readonly node: JsonObject;
  /** The sides that use it. */
  readonly sides: ReadonlySet<Side>;
}

export interface OperationPlace extends Place {
  readonly path: string;
  readonly method: string;
}

/** All places of a contract by their kind. */
export interface Places {
  readonly operations: readonly OperationPlace[];
  readonly schemas: readonly Place[];
  readonly parameters: readonly Place[];
  readonly requestBodies: readonly Place[];
  readonly responses: readonly Place[];
}

/** Returns the operations of a document with their pointers. */
function listOperations(document: JsonObject): OperationPlace[] {
  const { paths } = document;
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    httpMethods.flatMap((method) => {
      const node = isObject(item) ? item[method] : undefined;
      if (!isObject(node)) return [];
      const pointer = child('/paths', path, method);
      return [{ pointer, node, sides: new Set<Side>(['request']), path, method }];
    }),
  );
}

/** Follows all operations of a document to everything that they refer to. */
export function findPlaces(document: JsonObject): Places {
  const operations = listOperations(document);
  const schemas = createCollector(document);
  const parameters = createCollector(document);
  const requestBodies = createCollector(document);
  const responses = createCollector(document);
  for (const { pointer, path } of operations) {
    for (const list of [child('/paths', path, 'parameters'), child(pointer, 'parameters')]) {
      for (const parameter of parameters.addMembers(list, 'request')) {
        addSchema(schemas, child(parameter.pointer, 'schema'), 'request');
      }
    }
    const body = requestBodies.add(child(pointer, 'requestBody'), 'request');
    if (body !== undefined) addContent(schemas, body, 'request');
    for (const response of responses.addMembers(child(pointer, 'responses'), 'response')) {
      addContent(schemas, response, 'response');
    }
  }
  return {
    operations,
    schemas: schemas.list(),
    parameters: parameters.list(),
    requestBodies: requestBodies.list(),
    responses: responses.list(),
  };
}

type Collector = ReturnType<typeof createCollector>;

/** Collects places by the pointers of their definitions, and merges their sides. */
function createCollector(document: JsonObject) {
  const places = new Map<string, Place & { readonly sides: Set<Side> }>();
  /** Returns the place if it is new for this side. */
  const add = (pointer: string, side: Side): Place | undefined => {
    const node = follow(document, pointer);
    if (!isObject(node)) return undefined;
    const { $ref: ref } = node;
    if (typeof ref === 'string') return add(ref.replace(/^#/, ''), side);
    const place = places.get(pointer) ?? { pointer, node, sides: new Set<Side>() };
    if (place.sides.has(side)) return undefined;
    place.sides.add(side);
    places.set(pointer, place);
    return place;
  };
  const addMembers = (pointer: string, side: Side): Place[] => {
    const node = follow(document, pointer);
    const keys = isObject(node) || isArray(node) ? Object.keys(node) : [];
    return keys.flatMap((key) => add(child(pointer, key), side) ?? []);
  };
  return { add, addMembers, list: (): Place[] => [...places.values()] };
}

function addContent(schemas: Collector, { pointer, node }: Place, side: Side): void {
  const { content } = node;
  for (const type of Object.keys(isObject(content) ? content : {})) {
    addSchema(schemas, child(pointer, 'content', type, 'schema'), side);
  }
}

/** The keywords whose value is a schema, and those whose value contains schemas. */
const schemaKeywords = ['items', 'additionalProperties', 'if', 'then', 'else'];
const containerKeywords = ['properties', 'anyOf', 'oneOf', 'allOf'];

/** Adds a schema and everything in it that is not known for this side. */
function addSchema(schemas: Collector, pointer: string, side: Side): void {
  const place = schemas.add(pointer, side);
  if (place === undefined) return;
  for (const keyword of schemaKeywords) addSchema(schemas, child(place.pointer, keyword), side);
  for (const keyword of containerKeywords) {
    const container = place.node[keyword];
    const keys = isObject(container) || isArray(container) ? Object.keys(container) : [];
    for (const key of keys) addSchema(schemas, child(place.pointer, keyword, key), side);
  }
}
