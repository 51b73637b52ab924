/** The places of a response that have a type in the contract, and how to put other values there. */
import {
  follow,
  isArray,
  isObject,
  requirementsOf,
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
export function placesBelow(document: JsonObject, root: string): readonly Place[] {
  const places = new Map<string, Place>();
  const visit = (at: Visit): void => {
    const schema = follow(document, at.pointer);
    if (!isObject(schema)) return;
    const own = requirementsOf(schema);
    const requirements = own.length > 0 ? own : at.requirements;
    if (typeof schema['$ref'] === 'string') {
      visit({ pointer: schema['$ref'], requirements, path: tableOf(schema['$ref'], at.path) });
      return;
    }
    for (const branch of branches(schema)) {
      visit({ ...at, requirements, pointer: `${at.pointer}/${branch}` });
    }
    for (const name of Object.keys(isObject(schema['properties']) ? schema['properties'] : {})) {
      const below: Visit = {
        pointer: `${at.pointer}/properties/${name}`,
        requirements,
        path: [...at.path, name],
      };
      note(document, below, places);
      visit(below);
    }
    if (isObject(schema['items'])) visit({ ...at, requirements, pointer: `${at.pointer}/items` });
  };
  visit({ pointer: root, requirements: [], path: tableOf(root, []) });
  return [...places.values()];
}

/** Components are tables of their own. A schema written inline belongs to the place that contains it. */
function tableOf(pointer: string, path: readonly string[]): readonly string[] {
  const [, table] = /^#\/components\/schemas\/(\w+)$/.exec(pointer) ?? [];
  return table === undefined ? path : [table];
}

function branches(schema: JsonObject): string[] {
  return ['anyOf', 'oneOf', 'allOf'].flatMap((word) => {
    const list = schema[word];
    return isArray(list) ? list.map((_, index) => `${word}/${index}`) : [];
  });
}

function note(document: JsonObject, at: Visit, places: Map<string, Place>): void {
  const written = follow(document, at.pointer);
  const target = resolve(document, written, at.pointer)?.node;
  if (!isObject(written) || target === undefined || target['x-not-shown'] === true) return;
  const type = target['type'];
  const types = [type].flat().filter((one) => typeof one === 'string');
  const own = [...requirementsOf(written), ...requirementsOf(target)];
  const requirements = own.length > 0 ? own : at.requirements;
  if (requirements.length === 0 || types.length === 0) return;
  places.set(at.pointer, {
    pointer: at.pointer,
    name: kebab(at.path),
    requirements: [...new Set(requirements)],
    types,
    schema: target,
  });
}

function kebab(path: readonly string[]): string {
  return path
    .flatMap((part) => part.split(/(?=[A-Z])/))
    .map((word) => word.toLowerCase())
    .join('-');
}

/** Replaces the values at a place of a body. Returns the body unchanged if it does not have the place. */
export function changedAt(
  document: JsonObject,
  place: Place,
  change: (value: Json) => Json,
): (root: string, body: Json) => Json {
  const within = (pointer: string, value: Json): Json => {
    if (pointer === place.pointer) return change(value);
    const schema = follow(document, pointer);
    if (!isObject(schema)) return value;
    if (typeof schema['$ref'] === 'string') return within(schema['$ref'], value);
    const chosen = branches(schema).reduce<Json>(
      (now, branch) => within(`${pointer}/${branch}`, now),
      value,
    );
    const { properties, items } = schema;
    if (isArray(chosen)) {
      return isObject(items) ? chosen.map((one) => within(`${pointer}/items`, one)) : chosen;
    }
    if (!isObject(chosen) || !isObject(properties)) return chosen;
    return Object.fromEntries(
      Object.entries(chosen).map(([name, one]) => [
        name,
        name in properties ? within(`${pointer}/properties/${name}`, one) : one,
      ]),
    );
  };
  return within;
}
