/** Strips the contract of everything that callers do not depend on. */
import { isArray, isObject, type Json, type JsonObject } from '../../src/contract/json-pointer.ts';

const words = new Set(['title', 'summary', 'description', 'examples', 'example', 'tags']);

/** Returns a contract without descriptions, examples and extensions. */
export function bareContract(contract: JsonObject): JsonObject {
  const info = contract['info'];
  const version = isObject(info) ? (info['version'] ?? '') : '';
  const bare = without(contract, false);
  if (!isObject(bare)) throw new Error('The contract is not an object.');
  return { ...bare, info: { title: 'Book distribution service', version } };
}

/** Property names are not keywords, so all of them stay. */
function without(value: Json, areNames: boolean): Json {
  if (isArray(value)) return value.map((item) => without(item, false));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key]) => areNames || !(words.has(key) || key.startsWith('x-')),
  );
  return Object.fromEntries(
    kept.map(([key, item]) => [key, without(item, !areNames && key === 'properties')]),
  );
}
