import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  daysAfter,
  calendarEdges,
  impossibleDates,
  nonDates,
  invalidDate,
  otherDateFormats,
} from './dates.ts';

/** Returns whether a date exists: its parts stay the same when a Date parses and prints them. */
function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text);
  if (parts === null) return false;
  const [, year, month, day] = parts.map(Number);
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day));
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
}

const years = [2026, 2027, 2028, 2031, 2032];

describe('days', () => {
  it.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2027-03-01', -1, '2027-02-28'],
    ['2026-11-21', 14, '2026-12-05'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('%s and %i days is %s', (day, count, expected) => {
    expect(daysAfter(day, count)).toBe(expected);
  });

  it.each(years)('at the edges of %i exist', (year) => {
    expect(calendarEdges(year).filter((day) => !isDay(day))).toEqual([]);
  });
});

describe('values that are not dates', () => {
  it.each(years)('written out for %i is on no calendar', (year) => {
    const all = [...nonDates(year), ...impossibleDates(year), ...otherDateFormats(year)];
    expect(all.filter(({ value }) => isDay(value))).toEqual([]);
  });

  it('do not exist in the calendar', () => {
    fc.assert(fc.property(invalidDate, ({ value }) => !isDay(value)));
  });
});
