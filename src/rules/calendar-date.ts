/**
 * Two ways to parse a date. Both return the day as `YYYY-MM-DD`, or undefined for text that is not a date.
 * Requirements: `date.valid-on-create`, `date.valid-on-update`, `date.form`.
 */

/** Accepts only `YYYY-MM-DD`, and only days that exist in the calendar. */
export function parseCalendarDate(text: string): string | undefined {
  const parts = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  return parts
    ? formatExistingDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))
    : undefined;
}

/** Also accepts slashes, single digits and a time of day. The day must still exist in the calendar. */
export function parseLooseDate(text: string): string | undefined {
  const parts =
    /^\s*([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})([T ][0-9:.]+(Z|[+-][0-9:]+)?)?\s*$/.exec(text);
  return parts
    ? formatExistingDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))
    : undefined;
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function formatExistingDay(year: number, month: number, day: number): string | undefined {
  const leapDays = month === 2 && isLeap(year) ? 1 : 0;
  const length = (monthLengths[month - 1] ?? 0) + leapDays;
  if (day < 1 || day > length) return undefined;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
