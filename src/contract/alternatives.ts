/** Finds the alternatives of a schema, and selects the one that a body is meant to have. */
import {
  follow,
  isArray,
  isObject,
  readRequirementIds,
  resolve,
  type Json,
  type JsonObject,
} from './json-pointer.ts';

/**
 * Returns the pointer of the alternative whose keys match the body best, so that errors are reported only for
 * the intended shape. Returns undefined if no key matches.
 */
export function selectAlternative(
  document: JsonObject,
  pointer: string,
  body: unknown,
): string | undefined {
  const start = resolveNode(document, follow(document, pointer), pointer);
  const keyword = start.schema['anyOf'] === undefined ? 'oneOf' : 'anyOf';
  const alternatives = start.schema[keyword];
  if (!isArray(alternatives)) return start.pointer;
  const [best] = alternatives
    .map((entry, index) => resolveNode(document, entry, `${start.pointer}/${keyword}/${index}`))
    .map((branch) => ({ pointer: branch.pointer, score: countMatchingKeys(branch.schema, body) }))
    .sort((a, b) => b.score - a.score);
  return best && best.score > 0 ? best.pointer : undefined;
}

function resolveNode(document: JsonObject, node: Json | undefined, pointer: string) {
  const target = resolve(document, node, pointer);
  return { schema: target?.node ?? {}, pointer: target?.pointer ?? pointer };
}

function countMatchingKeys(schema: JsonObject, body: unknown): number {
  if (Array.isArray(body)) return schema['type'] === 'array' ? 1 : 0;
  if (!isObject(body) || schema['type'] === 'array') return 0;
  const { required, properties } = schema;
  // A revision may require nothing, so the other properties count as well.
  const keys = new Set([
    ...(isArray(required) ? required : []),
    ...Object.keys(isObject(properties) ? properties : {}),
  ]);
  return Object.keys(body).filter((key) => keys.has(key)).length;
}

/** Returns the titles of a schema's alternatives, for a message. */
export function listTitles(document: JsonObject, pointer: string): string {
  const { schema } = resolveNode(document, follow(document, pointer), pointer);
  return [schema['anyOf'] ?? schema['oneOf'] ?? schema]
    .flat()
    .map((entry) => resolveNode(document, entry, pointer).schema['title'])
    .map((title) => (typeof title === 'string' ? title : 'a described shape'))
    .join(' or ');
}

/** Returns the requirement ids of the schema at a pointer. */
export function readIdsAt(document: JsonObject, pointer: string): readonly string[] {
  return readRequirementIds(resolveNode(document, follow(document, pointer), pointer).schema);
}

/** Returns the requirement ids of the schema at a pointer, or else those of its first alternative. */
export function readBodyIds(document: JsonObject, pointer: string): readonly string[] {
  const { schema, pointer: place } = resolveNode(document, follow(document, pointer), pointer);
  const keyword = schema['anyOf'] === undefined ? 'oneOf' : 'anyOf';
  const ownIds = readRequirementIds(schema);
  return ownIds.length > 0 || schema[keyword] === undefined
    ? ownIds
    : readIdsAt(document, `${place}/${keyword}/0`);
}
