/** Parses and copies JSON, and recognises JSON objects. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns true for an object that is neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Copies the JSON of a caller's object, because the caller may change the object during a call. */
export function copyJson<T>(value: T): T {
  // oxlint-disable-next-line typescript/no-unsafe-return -- a copy has the type of its original
  return JSON.parse(JSON.stringify(value) ?? 'null');
}

/**
 * Returns a string as it is, and another value of a response as JSON. Never throws: `String(value)` does for an object with
 * a `toString` of its own, and JSON for a value that is nested too deeply.
 */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

/** Parses a body. Returns undefined for an empty one, and the text itself if it is not JSON. */
export function parseBody(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
