/** JSON values, and how to find one by its pointer. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Returns whether a value is a JSON object, not an array, null or a scalar. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is a JSON array. Unlike `Array.isArray`, it types the entries. */
export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Caches the nodes that were found. Documents are never changed. */
const nodeCache = new WeakMap<JsonObject, Map<string, Json | undefined>>();

/** Follows a JSON pointer (`#/a/b`), through `$ref`s on the way; undefined if it leads nowhere. */
export function follow(document: JsonObject, pointer: string): Json | undefined {
  const cached = nodeCache.get(document) ?? new Map<string, Json | undefined>();
  nodeCache.set(document, cached);
  if (!cached.has(pointer)) cached.set(pointer, walk(document, pointer));
  return cached.get(pointer);
}

function walk(document: JsonObject, pointer: string): Json | undefined {
  let here: Json | undefined = document;
  for (const part of pointer.replace(/^#?\//, '').split('/')) {
    if (isObject(here) && typeof here['$ref'] === 'string') here = follow(document, here['$ref']);
    const key = unescape(part);
    if (isArray(here)) here = here[Number(key)];
    else if (isObject(here)) here = here[key];
    else return undefined;
  }
  return here;
}

/** Returns the requirement ids of a node of the contract. */
export function readRequirementIds(node: JsonObject): string[] {
  const list = node['x-requirements'];
  return isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
}

/** Returns the node that a value refers to, through its `$ref`s if it has any, with the node's own pointer. */
export function resolve(
  document: JsonObject,
  node: Json | undefined,
  pointer: string,
): { readonly node: JsonObject; readonly pointer: string } | undefined {
  if (!isObject(node)) return undefined;
  const ref = node['$ref'];
  if (typeof ref !== 'string') return { node, pointer };
  const target = follow(document, ref);
  return resolve(document, target, ref);
}

/** Undoes the escapes of one part of a pointer. */
export function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Escapes a key for use in a pointer. */
export function escape(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
