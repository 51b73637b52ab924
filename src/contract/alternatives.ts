/** Chooses among several documented shapes of a body. */
import {
  follow,
  isArray,
  isObject,
  requirementsOf,
  resolve,
  type Json,
  type JsonObject,
} from './json-pointer.ts';

/**
 * Returns the alternative whose required keys match the body best, so that an error is
 * reported for the intended shape only.
 */
export function alternativeFor(
  document: JsonObject,
  pointer: string,
  body: unknown,
): string | undefined {
  const here = resolved(document, follow(document, pointer), pointer);
  const alternatives = here.schema['anyOf'] ?? here.schema['oneOf'];
  const word = here.schema['anyOf'] === undefined ? 'oneOf' : 'anyOf';
  if (!isArray(alternatives)) return here.pointer;
  const scored = alternatives
    .map((entry, index) => resolved(document, entry, `${here.pointer}/${word}/${index}`))
    .map((branch) => ({ pointer: branch.pointer, score: likeness(branch.schema, body) }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0];
  return best && best.score > 0 ? best.pointer : undefined;
}

function resolved(document: JsonObject, node: Json | undefined, pointer: string) {
  const found = resolve(document, node, pointer);
  return { schema: found?.node ?? {}, pointer: found?.pointer ?? pointer };
}

function likeness(schema: JsonObject, body: unknown): number {
  if (Array.isArray(body)) return schema['type'] === 'array' ? 1 : 0;
  if (!isObject(body) || schema['type'] === 'array') return 0;
  const required = schema['required'];
  return Array.isArray(required)
    ? required.filter((key) => typeof key === 'string' && key in body).length
    : 0;
}

/** Returns the titles of the alternatives of a schema, for a message. */
export function titlesAt(document: JsonObject, pointer: string): string {
  const { schema } = resolved(document, follow(document, pointer), pointer);
  return [schema['anyOf'] ?? schema['oneOf'] ?? schema]
    .flat()
    .map((entry) => resolved(document, entry, pointer).schema['title'])
    .map((title) => (typeof title === 'string' ? title : 'a described shape'))
    .join(' or ');
}

/** Returns the ids that a schema itself carries. */
export function boundAt(document: JsonObject, pointer: string): readonly string[] {
  return requirementsOf(resolved(document, follow(document, pointer), pointer).schema);
}
