/** Calendar days as `YYYY-MM-DD`, relative to a target's date, and texts that are not a day. */
import fc from 'fast-check';
import type { Candidate } from './candidate.ts';
import { describeDays, describeValues } from './texts.ts';

const dayInMs = 86_400_000;

/** Returns the day this many days after another; before it if negative. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayInMs).toISOString().slice(0, 10);
}

export function getYear(day: string): number {
  return Number(day.slice(0, 4));
}

/** The distances from today at which a service may treat a day differently: the window ends on day 14. */
const distances = [-400, -31, -1, 0, 1, 2, 7, 8, 10, 12, 13, 14, 15, 16, 17, 28, 30, 31, 365, 366];

/**
 * Returns days and other texts to try as a date. The contract decides which of them are dates.
 * @param today without it, only texts that are not a day of the calendar
 */
export function listDayEdges(today: string | undefined): readonly Candidate[] {
  const year = today === undefined ? 2031 : getYear(today) + 1;
  const texts = Object.entries(listOtherTexts(year));
  const days = today === undefined ? [] : Object.entries(listDays(today));
  return [...texts, ...days].flatMap(([rule, values]) => values.map((value) => ({ rule, value })));
}

const decades = Array.from({ length: 21 }, (_, index) => 1950 + 10 * index);

function listDays(today: string): Readonly<Record<string, readonly string[]>> {
  const year = getYear(today) + 1;
  return {
    ...Object.fromEntries(
      distances.map((count) => [describeDays(count), [daysAfter(today, count)]]),
    ),
    'a turn of the month': monthEnds(year).flatMap((day) => [day, daysAfter(day, 1)]),
    'a turn of the year': [`${year}-12-31`, `${year + 1}-01-01`, `${year + 9}-01-01`],
    'the start of a decade': decades.map((decade) => `${decade}-01-01`),
    'the end of a decade': decades.map((decade) => `${decade - 1}-12-31`),
    'a leap day': [1952, 1996, 2000, 2024, 2028, 2032, 2048, 2096, 2104].map(
      (leap) => `${leap}-02-29`,
    ),
    'a day near a missing leap day': ['2027-02-28', '2029-03-01', '2100-02-28', '2100-03-01'],
    'far away': [
      '1901-01-01',
      '1969-12-31',
      '1970-01-01',
      '2037-12-31',
      '2038-01-20',
      '2099-12-31',
    ],
    'beyond the usual years': [
      '0001-01-01',
      '1582-10-15',
      '1899-12-31',
      '2100-01-01',
      '9999-12-31',
    ],
  };
}

function monthEnds(year: number): readonly string[] {
  return Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10),
  );
}

/** Texts that are not a day, although a lenient parser may roll some of them over into the next month. */
function listOtherTexts(year: number): Readonly<Record<string, readonly string[]>> {
  return {
    'no month': [`${year}-13-01`, `${year}-00-10`, `${year}-99-10`],
    'no day': [`${year}-01-32`, `${year}-06-00`, `${year}-12-99`],
    'a short month': [4, 6, 9, 11].map((month) => `${year}-${twoDigits(month)}-31`),
    'no 30 February': [`${year}-02-30`, '2028-02-30', '2030-02-31'],
    'no leap day': ['2027-02-29', '2030-02-29', '2100-02-29'],
    words: ['not-a-date', 'soon', 'tomorrow', 'bcdfg'],
    blank: ['', ' '],
    'a date with a time': [`${year}-06-15T00:00:00Z`, `${year}-06-15 12:00`],
    'another notation': [
      `${year}-6-5`,
      `15/06/${year}`,
      `${year}0615`,
      `${year}-W24-1`,
      `${year}-06`,
    ],
  };
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Days as numbers relative to today. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** Generates numbers of days from today. About every third is next to the turn of a month, a February or a year. */
export function daysAhead(today: string, { from, to }: DayRange): fc.Arbitrary<number> {
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const isTurn = (count: number): boolean =>
    [0, 1].some((later) => daysAfter(today, count + later).endsWith('-01'));
  const turns = all.filter(isTurn);
  const near = [from, from + 1, to - 1, to].filter((count) => count >= from && count <= to);
  const days = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: from, max: to }) },
    { weight: 2, arbitrary: fc.constantFrom(...(turns.length === 0 ? all : turns)) },
    { weight: 1, arbitrary: fc.constantFrom(...near) },
  );
  return describeValues(days, describeDays);
}
