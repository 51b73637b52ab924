/** Adapts the contract for Redocly Respect, which rejects properties that a schema does not name. */
import { isArray, isObject, type Json, type JsonObject } from '../../src/contract/json-pointer.ts';
import { readContract } from '../../src/contract/spec.ts';

/** Returns the contract with additional properties allowed everywhere, and with single statuses for `2XX`. */
export function openContract(): Json {
  return openObjects(readContract().document);
}

function openObjects(value: Json): Json {
  if (isArray(value)) return value.map(openObjects);
  if (!isObject(value)) return value;
  const opened: Record<string, Json> = {};
  for (const [key, inner] of Object.entries(value)) opened[key] = openObjects(inner);
  return spellStatuses(
    isObject(value['properties']) ? { additionalProperties: true, ...opened } : opened,
  );
}

function spellStatuses({ '2XX': success, ...node }: JsonObject): JsonObject {
  if (success === undefined) return node;
  return { '200': success, '202': success, '204': success, ...node };
}
