/** JSON values as a response may hold them. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object that is neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a body: undefined for an empty one, the text itself when it is not JSON. */
export function parseBody(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
