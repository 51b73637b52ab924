/** Tests days relative to a date, and that turns of months and years are generated. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysAfter, daysAhead, listDayEdges } from './dates.ts';

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

/** Returns whether a date exists: its parts stay the same when a Date parses and prints them. */
function isDay(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text);
  if (parts === null) return false;
  const [, year, month, day] = parts.map(Number);
  const date = new Date(`${text}T00:00:00Z`);
  return (
    date.getUTCFullYear() === year && date.getUTCMonth() + 1 === month && date.getUTCDate() === day
  );
}

it.each(['2026-11-21', '2027-02-28', '2028-02-29', '2031-12-31'])(
  'lists days that exist and texts that are no day, for %s',
  (today) => {
    const noDays = listDayEdges(undefined).map(({ value }) => String(value));
    const all = listDayEdges(today).map(({ value }) => String(value));
    expect(noDays.filter(isDay)).toEqual([]);
    const days = all.filter(isDay);
    expect(days).toEqual(
      expect.arrayContaining([daysAfter(today, 14), '2000-02-29', '2099-12-31']),
    );
    const countedTexts = noDays.length;
    expect(days).toHaveLength(all.length - countedTexts);
  },
);

it('generates days in a range, many of them at the turn of a month', () => {
  const range = { from: 16, to: 700 };
  const drawn = fc.sample(daysAhead('2026-11-21', range), { numRuns: 300, seed: 1 });
  expect(drawn.every((days) => days >= 16 && days <= 700)).toBe(true);
  const turns = drawn.filter((days) => daysAfter('2026-11-21', days).endsWith('-01'));
  expect(turns.length).toBeGreaterThan(30);
  expect(drawn).toEqual(expect.arrayContaining([16, 17, 699, 700]));
});
