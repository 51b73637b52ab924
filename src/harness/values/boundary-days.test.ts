/** Tests that boundary days are the first and last days of months or years, and that they are generated. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysAfter, daysOrBoundaries, resolveDay } from './dates.ts';

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
