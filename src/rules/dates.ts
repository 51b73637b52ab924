/** Dates: how they are written, the current day, and the final version window. */

/**
 * Returns a date as `YYYY-MM-DD`, or undefined for any other text and for days that do not exist in the calendar.
 * Requirements: `date.valid-on-create`, `date.valid-on-update`, `date.form`.
 */
export function parseCalendarDate(text: string): string | undefined {
  return formatExistingDay(/^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text));
}

/** Like `parseCalendarDate`, but also accepts slashes, single digits and a time of day. */
export function parseLooseDate(text: string): string | undefined {
  const parts =
    /^\s*([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})([T ][0-9:.]+(Z|[+-][0-9:]+)?)?\s*$/.exec(text);
  return formatExistingDay(parts);
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function formatExistingDay(parts: readonly string[] | null): string | undefined {
  const [year = 0, month = 0, day = 0] = (parts ?? []).slice(1).map(Number);
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

/**
 * Returns the day of an instant in the time zone of the service (`publish.timezone`).
 * @param now epoch milliseconds
 * @param minutesEast offset of the zone from UTC
 * @returns `YYYY-MM-DD`
 */
export function today(now: number, minutesEast: number): string {
  return new Date(now + minutesEast * 60_000).toISOString().slice(0, 10);
}

interface DatedBook {
  /** `YYYY-MM-DD`, a day that exists in the calendar. */
  readonly publicationDate: string;
  readonly isFinalVersion: boolean;
}

/**
 * Returns whether a book must become a final version before it is published: its date is in the window, which
 * also contains every past day (`publish.final-version-window`, `publish.day-14`).
 * @param currentDay `YYYY-MM-DD`
 * @param lastDay the last day of the window, in days from today
 */
export function needsFinalVersion(book: DatedBook, currentDay: string, lastDay: number): boolean {
  return !book.isFinalVersion && dayNumber(book.publicationDate) - dayNumber(currentDay) <= lastDay;
}

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}
