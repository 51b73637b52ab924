/** Calendar days as `YYYY-MM-DD`, relative to a target's date, and strings that are not a day. */
import fc from 'fast-check';
import { describeDays, describeValues } from './texts.ts';

const dayInMs = 86_400_000;

/** Returns the day this many days after another; before it if negative. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayInMs).toISOString().slice(0, 10);
}

export function getYear(day: string): number {
  return Number(day.slice(0, 4));
}

/** A string sent as a date, with a description of what is wrong with it. */
export interface InvalidDate {
  readonly label: string;
  readonly value: string;
}

/** Strings that no lenient parser reads as a date. */
export function nonDates(year: number): readonly InvalidDate[] {
  return [
    { label: 'a thirteenth month', value: `${year}-13-01` },
    { label: 'words', value: 'not-a-date' },
    { label: 'nothing', value: '' },
  ];
}

/** Well formed, but not in the calendar, even if a parser would roll some of them over into the next month. */
export function impossibleDates(year: number): readonly InvalidDate[] {
  const commonYear = nextCommonYear(year);
  return [
    { label: '30 February', value: `${commonYear}-02-30` },
    { label: '29 February of a year that is not a leap year', value: `${commonYear}-02-29` },
    { label: '29 February of a century that is not a leap year', value: '2100-02-29' },
    { label: '31 April', value: `${year}-04-31` },
    { label: '31 June', value: `${year}-06-31` },
    { label: '31 September', value: `${year}-09-31` },
    { label: '31 November', value: `${year}-11-31` },
    { label: 'a 32nd day', value: `${year}-01-32` },
    { label: 'a day 00', value: `${year}-06-00` },
  ];
}

/** A day that exists, in another notation than the document's. A lenient parser may accept it. */
export function otherDateFormats(year: number): readonly InvalidDate[] {
  return [
    { label: 'a date with a time', value: `${year}-06-15T00:00:00Z` },
    { label: 'one digit for month and day', value: `${year}-6-5` },
  ];
}

/** Days that exist although they look unusual: ends of months and years, leap days. */
export function calendarEdges(year: number): readonly string[] {
  const commonYear = nextCommonYear(year);
  return [
    `${nextLeapYear(year)}-02-29`,
    `${commonYear}-02-28`,
    `${commonYear}-03-01`,
    `${year}-04-30`,
    `${year}-12-31`,
    `${year + 1}-01-01`,
  ];
}

/** The leap days of twenty-five years, listed so that no leap rule is needed: 2100 is not one of them. */
const leapYears = [2024, 2028, 2032, 2036, 2040, 2044, 2048, 2052, 2056, 2060, 2064, 2068] as const;

function nextLeapYear(year: number): number {
  return leapYears.find((leap) => leap >= year) ?? 2072;
}

function nextCommonYear(year: number): number {
  return nextLeapYear(year) === year ? year + 1 : year;
}

/** Generates numbers of days from today. */
export function daysAhead(from: number, to: number): fc.Arbitrary<number> {
  return describeValues(fc.integer({ min: from, max: to }), describeDays);
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

const lateMonth = fc
  .tuple(fc.integer({ min: 13, max: 99 }), fc.integer({ min: 1, max: 28 }))
  .map(([month, day]): InvalidDate => {
    return { label: `month ${month}`, value: `2031-${month}-${twoDigits(day)}` };
  });

/** Consonants only, because a lenient parser may know month names, `now` and `today`. */
const randomLetters = fc
  .array(fc.constantFrom(...'bcdfghjklqvx'.split('')), { minLength: 2, maxLength: 10 })
  .map((list): InvalidDate => ({ label: 'letters', value: list.join('') }));

/** 2031 is not a leap year. */
const lastDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const pastMonthEnd = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 3 }))
  .map(([month, past]): InvalidDate => {
    const day = (lastDays[month - 1] ?? 31) + past;
    const label = `day ${day} of month ${month}`;
    return { label, value: `2031-${twoDigits(month)}-${day}` };
  });

/** Strings that are not a date: months and days that do not exist, and words. */
export const invalidDate: fc.Arbitrary<InvalidDate> = fc.oneof(
  lateMonth,
  randomLetters,
  pastMonthEnd,
);

type Boundary = 'a month' | 'a February' | 'a year';

/** A number of days from the target's date, or a boundary day in the same range. */
type DayAhead = number | { readonly boundary: Boundary; readonly pick: number };

/** Generates days in a range relative to today; about every third is a boundary day. */
export function daysOrBoundaries(from: number, to: number): fc.Arbitrary<DayAhead> {
  const days = fc.oneof(
    { weight: 2, arbitrary: fc.integer({ min: from, max: to }) },
    {
      weight: 1,
      arbitrary: fc.record({
        boundary: fc.constantFrom<Boundary[]>('a month', 'a February', 'a year'),
        pick: fc.nat(99),
      }),
    },
  );
  return describeValues(days, (ahead) =>
    typeof ahead === 'number' ? describeDays(ahead) : `dated at the turn of ${ahead.boundary}`,
  );
}

/** The days to choose from, as numbers relative to today. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** Returns one matching day, as a number of days from `today`, or some day of the range if none matches. */
export function resolveDay(today: string, ahead: DayAhead, { from, to }: DayRange): number {
  if (typeof ahead === 'number') return ahead;
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const boundaryDays = all.filter((days) => isAtBoundary(daysAfter(today, days), ahead.boundary));
  const candidates = boundaryDays.length === 0 ? all : boundaryDays;
  return candidates[ahead.pick % candidates.length] ?? from;
}

/** True if a day is the last one before a turn or the first one after it. */
function isAtBoundary(day: string, boundary: Boundary): boolean {
  const isNextTo = (first: string): boolean =>
    [day, daysAfter(day, 1)].some((date) => date.endsWith(first));
  return isNextTo({ 'a month': '-01', 'a February': '-03-01', 'a year': '-01-01' }[boundary]);
}
