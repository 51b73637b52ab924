/** Checks and formats of plain values: ISBNs, calendar days, UUIDs, instants. */

const dayMs = 86_400_000;
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The settings of the ISBN check: two from the character, three from faults. */
export interface IsbnChecks {
  readonly acceptsHyphens: boolean;
  readonly accepts979: boolean;
  readonly acceptsAnyCheckDigit: boolean;
  readonly acceptsAnyPrefix: boolean;
  readonly refusesZero: boolean;
}

/** Returns true if a string is an ISBN-13. */
export function isValidIsbn(text: string, checks: IsbnChecks): boolean {
  const digits = checks.acceptsHyphens ? text.replaceAll(/[- ]/g, '') : text;
  if (!/^[0-9]{13}$/.test(digits)) return false;
  if (!checks.acceptsAnyPrefix && !/^97[89]/.test(digits)) return false;
  if (!checks.accepts979 && digits.startsWith('979')) return false;
  if (checks.refusesZero && digits.endsWith('0')) return false;
  let sum = 0;
  for (let place = 12; place >= 0; place -= 1)
    sum += Number(digits[place]) * (place % 2 === 0 ? 1 : 3);
  return checks.acceptsAnyCheckDigit || sum % 10 === 0;
}

/** Returns true if a string is a day of the calendar or, with `formOnly`, has the form of a date. */
export function isCalendarDay(text: string, formOnly = false): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  if (formOnly) return true;
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
