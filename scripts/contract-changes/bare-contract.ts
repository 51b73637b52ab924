/** The contract without its words: what is left is all that a caller depends on. */
import { isArray, isObject, type Json, type JsonObject } from '../../src/contract/json-pointer.ts';

const words = new Set(['title', 'summary', 'description', 'examples', 'example', 'tags']);

/** A contract with its version, and with nothing that only people read. */
export function bareContract(contract: JsonObject): JsonObject {
  const info = contract['info'];
  const version = isObject(info) ? (info['version'] ?? '') : '';
  const bare = without(contract, false);
  if (!isObject(bare)) throw new Error('The contract is not an object.');
  return { ...bare, info: { title: 'Book distribution service', version } };
}

/** The names of properties are no words of the contract, so all of them stay. */
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
