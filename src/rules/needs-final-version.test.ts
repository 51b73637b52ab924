import { expect, test } from 'vitest';
import { needsFinalVersion } from './needs-final-version.ts';

const draft = (publicationDate: string) => ({ publicationDate, isFinalVersion: false });

test.each([
  ['2026-11-20', 'yesterday'],
  ['1999-01-01', 'long ago'],
  ['2026-11-21', 'today'],
  ['2026-12-04', '13 days ahead'],
  ['2026-12-05', '14 days ahead'],
])('%s needs a final version (%s)', (date) => {
  expect(needsFinalVersion(draft(date), '2026-11-21', 14)).toBe(true);
});

test.each(['2026-12-06', '2027-11-21', '9999-12-31'])(
  '%s does not need a final version',
  (date) => {
    expect(needsFinalVersion(draft(date), '2026-11-21', 14)).toBe(false);
  },
);

test('a window that ends a day earlier excludes day 14', () => {
  expect(needsFinalVersion(draft('2026-12-05'), '2026-11-21', 13)).toBe(false);
  expect(needsFinalVersion(draft('2026-12-04'), '2026-11-21', 13)).toBe(true);
});

test('days are counted across the ends of months, leap days and years', () => {
  expect(needsFinalVersion(draft('2028-03-06'), '2028-02-21', 14)).toBe(true);
  expect(needsFinalVersion(draft('2028-03-07'), '2028-02-21', 14)).toBe(false);
  expect(needsFinalVersion(draft('2027-01-04'), '2026-12-21', 14)).toBe(true);
  expect(needsFinalVersion(draft('2027-01-05'), '2026-12-21', 14)).toBe(false);
});

test('a final version is always allowed', () => {
  const final = { publicationDate: '1999-01-01', isFinalVersion: true };
  expect(needsFinalVersion(final, '2026-11-21', 14)).toBe(false);
});
