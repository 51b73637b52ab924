/** Checks of plain and JSON values that compose into the checks of a book. */
import type { Character } from './characters.ts';
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

const dayMs = 86_400_000;
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns true if a string is an ISBN-13. */
export function isValidIsbn(
  text: string,
  { acceptsHyphens, accepts979 }: Character['isbn'],
): boolean {
  const digits = acceptsHyphens ? text.replaceAll(/[- ]/g, '') : text;
  if (!/^97[89][0-9]{10}$/.test(digits)) return false;
  if (!accepts979 && digits.startsWith('979')) return false;
  let sum = 0;
  for (let place = 12; place >= 0; place -= 1)
    sum += Number(digits[place]) * (place % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

/** Returns true if a string is a day of the calendar. */
export function isCalendarDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const length = monthLengths[Number(month) - 1];
  if (length === undefined || day === '00') return false;
  const leapDay = Number(month) === 2 && isLeap(Number(year)) ? 1 : 0;
  return Number(day) <= length + leapDay;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Returns the number of days from the day of an instant to a date, in UTC. */
export function daysAhead(date: string, now: number): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs) - Math.floor(now / dayMs);
}

/** Returns true if a value is a UUID, in upper or lower case. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(value);
}

/** Formats an instant in epoch milliseconds: in whole seconds with Z, or in microseconds with an offset. */
export function formatInstant(ms: number, format: 'seconds' | 'micros'): string {
  const iso = new Date(ms).toISOString();
  return format === 'seconds' ? `${iso.slice(0, 19)}Z` : `${iso.slice(0, 23)}417+00:00`;
}
