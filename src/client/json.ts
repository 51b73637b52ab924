/** Parses and copies JSON, and reads and checks values of any type. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns true for an object that is neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, otherwise an object without properties. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Reads a property of any value. Returns undefined where reading throws, as with some Proxies. */
export function readProperty(value: unknown, name: PropertyKey): unknown {
  try {
    return Reflect.get(Object(value), name);
  } catch {
    return undefined;
  }
}

/**
 * Copies the JSON of a caller's object, because the caller may change the object during a call.
 * @param place the name of the object, for errors
 * @throws TypeError for a value that is not of this kind, and for a number that JSON would replace by null
 */
export function copyJson<T>(value: T, place: string, kind: 'object' | 'array' = 'object'): T {
  const text = JSON.stringify(value, (name, entry: unknown) =>
    typeof entry !== 'number' || Number.isFinite(entry)
      ? entry
      : refuseValue(`${place}: ${name}`, entry, 'a finite number'),
  );
  // The text is undefined for a function.
  if (!(kind === 'array' ? /^\[/ : /^\{/).test(text)) refuseValue(place, text, `a JSON ${kind}`);
  // oxlint-disable-next-line typescript/no-unsafe-return -- a copy has the type of its original
  return JSON.parse(text);
}

/** @throws TypeError with the name of an argument, what it must be, and the value */
export function refuseValue(name: string, value: unknown, expected: string): never {
  throw new TypeError(
    `${name} must be ${expected}; received "${String(value)}". Nothing was sent.`,
  );
}

/** @throws TypeError for a value that is neither undefined nor a function */
export function checkFunction(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') refuseValue(name, value, 'a function');
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
