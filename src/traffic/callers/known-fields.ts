/** Finds fields and query parameters of a request that the contract does not have. */
import {
  isArray,
  isObject,
  resolve,
  type Json,
  type JsonObject,
} from '../../contract/json-pointer.ts';
import { readContract } from '../../contract/spec.ts';
import { follow } from '../../contract/json-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';

/** Returns JSON pointers of the fields of a body that the schema of the operation does not have. */
export function unknownFields(operation: OperationId, body: unknown): string[] {
  const pointer = readContract().operations[operation].body?.content['application/json'];
  if (pointer === undefined) return [];
  return [...walk(body, pointer, '')].slice(0, 10);
}

/** Returns query parameters that the contract does not have, as `?name`. */
export function unknownParameters(operation: OperationId, query: URLSearchParams): string[] {
  const known = readContract().operations[operation].parameters.filter((one) => one.in === 'query');
  return [...new Set(query.keys())]
    .filter((name) => !known.some((one) => one.name === name))
    .map((name) => `?${name}`);
}

function* walk(value: unknown, pointer: string, at: string): Generator<string> {
  const { document } = readContract();
  const schema = resolve(document, follow(document, pointer), pointer);
  if (schema === undefined) return;
  if (isArray(value)) {
    for (const [index, one] of value.entries()) {
      yield* walk(one, `${schema.pointer}/items`, `${at}/${index}`);
    }
  }
  if (isObject(value)) yield* walkObject(value, schema, at);
}

function* walkObject(
  value: JsonObject,
  schema: { readonly node: JsonObject; readonly pointer: string },
  at: string,
): Generator<string> {
  const alternatives = schema.node['oneOf'] ?? schema.node['anyOf'];
  if (isArray(alternatives)) {
    yield* fewest(value, { ...schema, alternatives }, at);
    return;
  }
  const { properties } = schema.node;
  // An object whose properties the document does not show may hold anything.
  if (!isObject(properties)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Object.hasOwn(properties, name)) yield `${at}/${name}`;
    else yield* walk(inner, `${schema.pointer}/properties/${name}`, `${at}/${name}`);
  }
}

/** Of several alternatives, uses the one that has most fields of the value. */
function* fewest(
  value: JsonObject,
  schema: {
    readonly node: JsonObject;
    readonly pointer: string;
    readonly alternatives: readonly Json[];
  },
  at: string,
): Generator<string> {
  const keyword = schema.node['oneOf'] === undefined ? 'anyOf' : 'oneOf';
  const all = schema.alternatives.map((_, index) => [
    ...walk(value, `${schema.pointer}/${keyword}/${index}`, at),
  ]);
  yield* all.toSorted((one, other) => one.length - other.length)[0] ?? [];
}
