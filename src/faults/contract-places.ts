/** Places of an answer that the contract gives a type, and other values put there. */
import {
  follow,
  isArray,
  isObject,
  requirementsOf,
  resolve,
  type Json,
  type JsonObject,
} from '../contract/json-pointer.ts';

/** A property of some answer's schema. */
export interface Place {
  /** Where the contract describes it: one place, however many answers show it. */
  readonly pointer: string;
  /** Its name under its table, such as `book-attributes-title`. */
  readonly name: string;
  /** The ids bound there, or at the nearest place above that binds any. */
  readonly requirements: readonly string[];
  readonly types: readonly string[];
  readonly schema: JsonObject;
}

interface Visit {
  readonly pointer: string;
  readonly requirements: readonly string[];
  readonly path: readonly string[];
}

/** Every typed property below a schema, each once, `$ref`s followed. */
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

/** Components are tables of their own; what is written out in place belongs to where it stands. */
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

/** Puts other values where a place lies in a body; the body as it was where it does not show it. */
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
