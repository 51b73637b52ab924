/** Checks of JSON values that compose into the checks of a book. */
import { Refusal, type FieldError } from './refusal.ts';
import { isJsonObject, toList, type JsonObject } from './state.ts';

/** Returns the errors in the value of a field. */
export type FieldCheck = (value: unknown, name: string) => readonly FieldError[];

export function createErrors(name: string, reason: string, status: 400 | 422 = 400): FieldError[] {
  return [{ name, reason, status }];
}

export const checkString: FieldCheck = (value, name) =>
  typeof value === 'string' ? [] : createErrors(name, 'is not a string');
export const checkFilledString: FieldCheck = (value, name) =>
  value === '' ? createErrors(name, 'is empty', 422) : checkString(value, name);
export const checkStringOrNull: FieldCheck = (value, name) =>
  value === null ? [] : checkString(value, name);
export const checkBoolean: FieldCheck = (value, name) =>
  typeof value === 'boolean' ? [] : createErrors(name, 'is not a boolean');
export const acceptAnything: FieldCheck = () => [];

/** Returns a check that accepts whole numbers from the minimum on. */
export function integerFrom(minimum: number): FieldCheck {
  return (value, name) =>
    typeof value === 'number' && Number.isInteger(value) && value >= minimum
      ? []
      : createErrors(name, `is not a whole number from ${minimum}`);
}

/** Returns a check that accepts only these strings. */
export function oneOf(values: readonly string[]): FieldCheck {
  return (value, name) =>
    typeof value === 'string' && values.includes(value)
      ? []
      : createErrors(name, `is not one of ${values.join('|')}`);
}

/** Returns a check that accepts a list of at least this length if all its items pass. */
export function listOf(checkItem: FieldCheck, minLength: number): FieldCheck {
  return (value, name) => {
    if (!Array.isArray(value)) return createErrors(name, 'is not a list');
    if (value.length < minLength) return createErrors(name, 'is empty');
    return toList(value).flatMap((item, index) => checkItem(item, `${name}.${index}`));
  };
}

/** Returns a check that accepts an object if its members pass. */
export function objectOf(memberChecks: Readonly<Record<string, FieldCheck>>): FieldCheck {
  return (value, name) => {
    if (!isJsonObject(value)) return createErrors(name, 'is not an object');
    return Object.entries(memberChecks).flatMap(([memberName, checkMember]) =>
      checkMember(value[memberName], `${name}.${memberName}`),
    );
  };
}

/** Returns a check that accepts null and what passes the other check. */
export function orNull(check: FieldCheck): FieldCheck {
  return (value, name) => (value === null ? [] : check(value, name));
}

/** Returns the body if it is a JSON object. @throws Refusal if it is not */
export function requireObject(body: unknown): JsonObject {
  if (isJsonObject(body)) return body;
  throw new Refusal(400, 'an object was expected', {
    errors: createErrors('body', 'is not an object'),
  });
}
