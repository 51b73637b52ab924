/** Finds JSON values by their JSON pointers. */
import { memoize } from './memoize.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Returns true for a JSON object, and false for an array, null or a scalar. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true for a JSON array. Unlike `Array.isArray`, it types the entries. */
export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns a value with its members in one order and without those that are null, which means the same as absent. */
export function dropNulls(value: unknown): unknown {
  if (isArray(value)) return value.map(dropNulls);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, dropNulls(member)]));
}

/** Caches the nodes of each document by pointer, because documents never change. */
const getNodes = memoize((_document: JsonObject) => new Map<string, Json | undefined>());

/** Returns the node at a JSON pointer (`#/a/b`), following `$ref`s on the way, or undefined if there is no such node. */
export function follow(document: JsonObject, pointer: string): Json | undefined {
  const nodes = getNodes(document);
  if (!nodes.has(pointer)) nodes.set(pointer, walk(document, pointer));
  return nodes.get(pointer);
}

function walk(document: JsonObject, pointer: string): Json | undefined {
  let node: Json | undefined = document;
  for (const part of pointer.replace(/^#?\//, '').split('/')) {
    if (isObject(node) && typeof node['$ref'] === 'string') node = follow(document, node['$ref']);
    const key = unescape(part);
    if (isArray(node)) node = node[Number(key)];
    else if (isObject(node)) node = node[key];
    else return undefined;
  }
  return node;
}

/** Returns the requirement ids of a node of the contract. */
export function readRequirementIds(node: JsonObject): string[] {
  const list = node['x-requirements'];
  return isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
}

/** Returns a node with its pointer, after following its `$ref`s. Returns undefined if the node is not an object. */
export function resolve(
  document: JsonObject,
  node: Json | undefined,
  pointer: string,
): { readonly node: JsonObject; readonly pointer: string } | undefined {
  if (!isObject(node)) return undefined;
  const ref = node['$ref'];
  if (typeof ref !== 'string') return { node, pointer };
  return resolve(document, follow(document, ref), ref);
}

/** Replaces the escapes in one part of a pointer. */
export function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Escapes a key for use in a pointer. */
export function escape(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
