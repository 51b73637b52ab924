/** Finds the alternatives of a schema, and selects the one that a body is meant to have. */
import { isArray, isObject, readRequirementIds, type JsonObject } from './json-pointer.ts';
import { resolveSchema } from './schema-nodes.ts';

/** Returns the alternatives of the schema at a pointer, or only the schema itself if it has none. */
function listAlternatives(document: JsonObject, pointer: string) {
  const start = resolveSchema(document, pointer);
  const keyword = start.schema['anyOf'] === undefined ? 'oneOf' : 'anyOf';
  const entries = start.schema[keyword];
  if (!isArray(entries)) return [start];
  return entries.map((_, index) => resolveSchema(document, `${start.pointer}/${keyword}/${index}`));
}

/**
 * Returns the pointer of the alternative whose keys match the body best, so that errors are reported only for
 * the intended shape. Returns undefined if no key matches.
 */
export function selectAlternative(
  document: JsonObject,
  pointer: string,
  body: unknown,
): string | undefined {
  const [first, ...others] = listAlternatives(document, pointer);
  if (first === undefined || others.length === 0) return first?.pointer;
  const [best] = [first, ...others]
    .map((branch) => ({ pointer: branch.pointer, score: countMatchingKeys(branch.schema, body) }))
    .sort((a, b) => b.score - a.score);
  return best && best.score > 0 ? best.pointer : undefined;
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
  return listAlternatives(document, pointer)
    .map(({ schema: { title } }) => (typeof title === 'string' ? title : 'a described shape'))
    .join(' or ');
}

/** Returns the requirement ids of the schema at a pointer. */
export function readIdsAt(document: JsonObject, pointer: string): readonly string[] {
  return readRequirementIds(resolveSchema(document, pointer).schema);
}

/** Returns the requirement ids of the schema at a pointer, or else those of its first alternative. */
export function readBodyIds(document: JsonObject, pointer: string): readonly string[] {
  const ownIds = readIdsAt(document, pointer);
  const [first] = listAlternatives(document, pointer);
  return ownIds.length > 0 || first === undefined ? ownIds : readRequirementIds(first.schema);
}
