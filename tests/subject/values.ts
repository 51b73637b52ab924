/** Arithmetic of the subject: check digits, calendar days, ids, instants. */

const dayMs = 86_400_000;
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The checks of an ISBN beyond being a string. */
export interface IsbnHabits {
  readonly hyphens: boolean;
  readonly anyCheckDigit: boolean;
  readonly noZero: boolean;
  readonly with979: boolean;
  readonly anyPrefix: boolean;
}

/** True if a string is an ISBN of thirteen digits. */
export function isIsbn(text: string, habits: IsbnHabits): boolean {
  const bare = habits.hyphens ? text.replaceAll(/[- ]/g, '') : text;
  if (!(habits.anyPrefix ? /^[0-9]{13}$/ : /^97[89][0-9]{10}$/).test(bare)) return false;
  if (!habits.with979 && bare.startsWith('979')) return false;
  let rest = 0;
  for (let place = 12; place >= 0; place -= 1)
    rest += Number(bare[place]) * (place % 2 === 0 ? 1 : 3);
  if (habits.noZero && bare.endsWith('0')) return false;
  return habits.anyCheckDigit || rest % 10 === 0;
}

/** True if a string names a day that exists; with `looksOnly`, if it has the form of one. */
export function isDay(text: string, looksOnly = false): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  if (looksOnly) return true;
  const length = monthLengths[Number(month) - 1];
  if (length === undefined || day === '00') return false;
  const leap = Number(month) === 2 && isLeap(Number(year)) ? 1 : 0;
  return Number(day) <= length + leap;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** Returns the number of days from the day of an instant to a date, in UTC. */
export function daysAhead(date: string, now: number): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / dayMs) - Math.floor(now / dayMs);
}

/** True if a string is a UUID in any case. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);
}

/** An instant in epoch milliseconds as whole seconds, or as microseconds with an offset. */
export function instant(ms: number, form: 'seconds' | 'micros'): string {
  const iso = new Date(ms).toISOString();
  return form === 'seconds' ? `${iso.slice(0, 19)}Z` : `${iso.slice(0, 23)}417+00:00`;
}
