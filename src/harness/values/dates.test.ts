/**
 * Tests that boundary days are the first and last days of months or years, and that they are generated.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  daysAfter,
  calendarEdges,
  impossibleDates,
  nonDates,
  invalidDate,
  otherDateFormats,
  daysOrBoundaries,
  resolveDay,
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

const reach = { from: 16, to: 700 };

function listMatchingDays(today: string, turn: 'a month' | 'a February' | 'a year'): string[] {
  const all = Array.from({ length: 100 }, (_, pick) =>
    resolveDay(today, { boundary: turn, pick }, reach),
  );
  return [...new Set(all)].map((days) => daysAfter(today, days)).toSorted();
}

it('returns a plain number of days unchanged', () => {
  expect(resolveDay('2026-11-21', 20, reach)).toBe(20);
});

it('finds every turn of the year in the range', () => {
  expect(listMatchingDays('2026-11-21', 'a year')).toEqual([
    '2026-12-31',
    '2027-01-01',
    '2027-12-31',
    '2028-01-01',
  ]);
});

it('finds the end of February, in leap years too', () => {
  expect(listMatchingDays('2026-11-21', 'a February')).toEqual([
    '2027-02-28',
    '2027-03-01',
    '2028-02-29',
    '2028-03-01',
  ]);
});

it('finds last and first days of months', () => {
  const days = listMatchingDays('2026-11-21', 'a month');
  expect(days.length).toBeGreaterThan(40);
  for (const day of days) {
    expect([day, daysAfter(day, 1)].some((date) => date.endsWith('-01'))).toBe(true);
  }
});

it('stays in the range if it contains no boundary day', () => {
  const near = { from: 1, to: 3 };
  const days = resolveDay('2026-11-10', { boundary: 'a year', pick: 7 }, near);
  expect(days).toBeGreaterThanOrEqual(1);
  expect(days).toBeLessThanOrEqual(3);
});

it('draws a boundary day about every third time', () => {
  const sampleDays = fc.sample(daysOrBoundaries(16, 700), { numRuns: 300, seed: 1 });
  const boundaryCount = sampleDays.filter((day) => typeof day !== 'number').length;
  expect(boundaryCount).toBeGreaterThan(60);
  expect(boundaryCount).toBeLessThan(150);
});
