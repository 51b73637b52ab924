/** Parses and copies JSON, and recognises JSON objects. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns true for an object that is neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Copies the JSON of a caller's object, because the caller may change the object during a call.
 * @param place the name of the object, for errors
 * @throws TypeError for a value that is no object, and for a number that JSON would replace by null
 */
export function copyJson<T>(value: T, place: string): T {
  const text = JSON.stringify(value, (name, entry: unknown) =>
    typeof entry !== 'number' || Number.isFinite(entry)
      ? entry
      : refuseValue(`${place}: ${name}`, entry, 'a finite number'),
  );
  // An object and a list begin like this, all other JSON does not.
  if (!/^[[{]/.test(text)) refuseValue(place, text, 'a JSON object');
  // oxlint-disable-next-line typescript/no-unsafe-return -- a copy has the type of its original
  return JSON.parse(text);
}

/** @throws TypeError with the name of an argument, what it must be, and the value */
export function refuseValue(name: string, value: unknown, expected: string): never {
  throw new TypeError(
    `${name} must be ${expected}; received "${String(value)}". Nothing was sent.`,
  );
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
