/** The places of a response that have a type in the contract, and how to put other values there. */
import {
  follow,
  isArray,
  isObject,
  readRequirementIds,
  resolve,
  type Json,
  type JsonObject,
} from '../contract/json-pointer.ts';

/** A property of a response's schema. */
export interface Place {
  /** Its place in the contract. There is one, even if several responses show it. */
  readonly pointer: string;
  /** Its name within its table, such as `book-attributes-title`. */
  readonly name: string;
  /** The requirement ids bound there, or at the nearest place above that binds any. */
  readonly requirements: readonly string[];
  readonly types: readonly string[];
  readonly schema: JsonObject;
}

interface Visit {
  readonly pointer: string;
  readonly requirements: readonly string[];
  readonly path: readonly string[];
}

/** Returns every typed property below a schema once, with `$ref`s followed. */
export function findPlaces(document: JsonObject, root: string): readonly Place[] {
  const places = new Map<string, Place>();
  const visit = (at: Visit): void => {
    const schema = follow(document, at.pointer);
    if (!isObject(schema)) return;
    const own = readRequirementIds(schema);
    const requirements = own.length > 0 ? own : at.requirements;
    if (typeof schema['$ref'] === 'string') {
      visit({ pointer: schema['$ref'], requirements, path: findTable(schema['$ref'], at.path) });
      return;
    }
    for (const branch of listBranches(schema)) {
      visit({ ...at, requirements, pointer: `${at.pointer}/${branch}` });
    }
    for (const name of Object.keys(isObject(schema['properties']) ? schema['properties'] : {})) {
      const child: Visit = {
        pointer: `${at.pointer}/properties/${name}`,
        requirements,
        path: [...at.path, name],
      };
      addPlace(document, child, places);
      visit(child);
    }
    if (isObject(schema['items'])) visit({ ...at, requirements, pointer: `${at.pointer}/items` });
  };
  visit({ pointer: root, requirements: [], path: findTable(root, []) });
  return [...places.values()];
}

/** Components are tables of their own. A schema written inline belongs to the place that contains it. */
function findTable(pointer: string, path: readonly string[]): readonly string[] {
  const [, table] = /^#\/components\/schemas\/(\w+)$/.exec(pointer) ?? [];
  return table === undefined ? path : [table];
}

function listBranches(schema: JsonObject): string[] {
  return ['anyOf', 'oneOf', 'allOf'].flatMap((word) => {
    const list = schema[word];
    return isArray(list) ? list.map((_, index) => `${word}/${index}`) : [];
  });
}

function addPlace(document: JsonObject, at: Visit, places: Map<string, Place>): void {
  const property = follow(document, at.pointer);
  const target = resolve(document, property, at.pointer)?.node;
  if (!isObject(property) || target === undefined || target['x-not-shown'] === true) return;
  const type = target['type'];
  const types = [type].flat().filter((one) => typeof one === 'string');
  const own = [...readRequirementIds(property), ...readRequirementIds(target)];
  const requirements = own.length > 0 ? own : at.requirements;
  if (requirements.length === 0 || types.length === 0) return;
  places.set(at.pointer, {
    pointer: at.pointer,
    name: kebabCase(at.path),
    requirements: [...new Set(requirements)],
    types,
    schema: target,
  });
}

function kebabCase(path: readonly string[]): string {
  return path
    .flatMap((part) => part.split(/(?=[A-Z])/))
    .map((word) => word.toLowerCase())
    .join('-');
}

/** Replaces the values at a place of a body. Returns the body unchanged if it does not have the place. */
export function createBodyChange(
  document: JsonObject,
  place: Place,
  change: (value: Json) => Json,
): (root: string, body: Json) => Json {
  const within = (pointer: string, value: Json): Json => {
    if (pointer === place.pointer) return change(value);
    const schema = follow(document, pointer);
    if (!isObject(schema)) return value;
    if (typeof schema['$ref'] === 'string') return within(schema['$ref'], value);
    const changed = listBranches(schema).reduce<Json>(
      (now, branch) => within(`${pointer}/${branch}`, now),
      value,
    );
    const { properties, items } = schema;
    if (isArray(changed)) {
      return isObject(items) ? changed.map((one) => within(`${pointer}/items`, one)) : changed;
    }
    if (!isObject(changed) || !isObject(properties)) return changed;
    return Object.fromEntries(
      Object.entries(changed).map(([name, one]) => [
        name,
        name in properties ? within(`${pointer}/properties/${name}`, one) : one,
      ]),
    );
  };
  return within;
}
