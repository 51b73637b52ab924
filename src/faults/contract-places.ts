/** Finds the properties of responses that have a type in the contract, and changes their values. */
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
  /** The JSON pointer of the property in the contract. Responses that share a schema share its pointers. */
  readonly pointer: string;
  /** The name of the component and the path of the property within it, such as `book-attributes-title`. */
  readonly name: string;
  /** The requirement ids bound to the property, or else to the nearest schema around it that has any. */
  readonly requirements: readonly string[];
  readonly types: readonly string[];
  readonly schema: JsonObject;
}

interface Visit {
  readonly pointer: string;
  readonly requirements: readonly string[];
  readonly path: readonly string[];
}

/** Returns every typed property below a schema once. Follows each `$ref`. */
export function findPlaces(document: JsonObject, root: string): readonly Place[] {
  const places = new Map<string, Place>();
  const visit = (current: Visit): void => {
    const schema = follow(document, current.pointer);
    if (!isObject(schema)) return;
    const ownIds = readRequirementIds(schema);
    const requirements = ownIds.length > 0 ? ownIds : current.requirements;
    if (typeof schema['$ref'] === 'string') {
      visit({
        pointer: schema['$ref'],
        requirements,
        path: findPath(schema['$ref'], current.path),
      });
      return;
    }
    for (const branch of listBranches(schema)) {
      visit({ ...current, requirements, pointer: `${current.pointer}/${branch}` });
    }
    for (const name of Object.keys(isObject(schema['properties']) ? schema['properties'] : {})) {
      const child: Visit = {
        pointer: `${current.pointer}/properties/${name}`,
        requirements,
        path: [...current.path, name],
      };
      addPlace(document, child, places);
      visit(child);
    }
    if (isObject(schema['items']))
      visit({ ...current, requirements, pointer: `${current.pointer}/items` });
  };
  visit({ pointer: root, requirements: [], path: findPath(root, []) });
  return [...places.values()];
}

/** Returns the path at a schema. A component starts a new path; an inline schema continues the path around it. */
function findPath(pointer: string, path: readonly string[]): readonly string[] {
  const [, component] = /^#\/components\/schemas\/(\w+)$/.exec(pointer) ?? [];
  return component === undefined ? path : [component];
}

function listBranches(schema: JsonObject): string[] {
  return ['anyOf', 'oneOf', 'allOf'].flatMap((word) => {
    const list = schema[word];
    return isArray(list) ? list.map((_, index) => `${word}/${index}`) : [];
  });
}

function addPlace(document: JsonObject, current: Visit, places: Map<string, Place>): void {
  const property = follow(document, current.pointer);
  const target = resolve(document, property, current.pointer)?.node;
  // `x-not-shown` marks a property whose type the document does not show.
  if (!isObject(property) || target === undefined || target['x-not-shown'] === true) return;
  const type = target['type'];
  const types = [type].flat().filter((name) => typeof name === 'string');
  const ownIds = [...readRequirementIds(property), ...readRequirementIds(target)];
  const requirements = ownIds.length > 0 ? ownIds : current.requirements;
  if (requirements.length === 0 || types.length === 0) return;
  places.set(current.pointer, {
    pointer: current.pointer,
    name: toKebabCase(current.path),
    requirements: [...new Set(requirements)],
    types,
    schema: target,
  });
}

function toKebabCase(path: readonly string[]): string {
  return path
    .flatMap((part) => part.split(/(?=[A-Z])/))
    .map((word) => word.toLowerCase())
    .join('-');
}

/** Returns a function that changes the values at a place of a body. A body without the place stays as it is. */
export function createBodyChange(
  document: JsonObject,
  place: Place,
  change: (value: Json) => Json,
): (root: string, body: Json) => Json {
  const changeWithin = (pointer: string, value: Json): Json => {
    if (pointer === place.pointer) return change(value);
    const schema = follow(document, pointer);
    if (!isObject(schema)) return value;
    if (typeof schema['$ref'] === 'string') return changeWithin(schema['$ref'], value);
    const newValue = listBranches(schema).reduce<Json>(
      (result, branch) => changeWithin(`${pointer}/${branch}`, result),
      value,
    );
    const { properties, items } = schema;
    if (isArray(newValue)) {
      return isObject(items)
        ? newValue.map((item) => changeWithin(`${pointer}/items`, item))
        : newValue;
    }
    if (!isObject(newValue) || !isObject(properties)) return newValue;
    return Object.fromEntries(
      Object.entries(newValue).map(([name, inner]) => [
        name,
        name in properties ? changeWithin(`${pointer}/properties/${name}`, inner) : inner,
      ]),
    );
  };
  return changeWithin;
}
