import { expect, test } from 'vitest';
import { needsFinalVersion, parseCalendarDate, parseLooseDate, today } from './dates.ts';

test.each(['2027-03-15', '2028-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2026-11-30'])(
  '%s is a date, read strictly or loosely',
  (text) => {
    expect(parseCalendarDate(text)).toBe(text);
    expect(parseLooseDate(text)).toBe(text);
  },
);

const invalidDates = [
  '2027-02-29',
  '1900-02-29',
  '2026-02-30',
  '2026-04-31',
  '2028-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-01-32',
  '',
  'tomorrow',
  '20270101',
];

test.each(invalidDates)('%j is not a date, read strictly or loosely', (text) => {
  expect(parseCalendarDate(text)).toBeUndefined();
  expect(parseLooseDate(text)).toBeUndefined();
});

test.each([
  ['2026-2-3', '2026-02-03'],
  ['2026/12/24', '2026-12-24'],
  ['2026-12-24T10:00:00Z', '2026-12-24'],
  ['2026-12-24T10:00:00.5+02:00', '2026-12-24'],
  [' 2026-12-24 ', '2026-12-24'],
  ['2026-12-24 10:00', '2026-12-24'],
])('%j is a date only if read loosely', (text, day) => {
  expect(parseCalendarDate(text)).toBeUndefined();
  expect(parseLooseDate(text)).toBe(day);
});

test.each(['on 2026-12-24', '2026-12-24 or so'])('%j is not a date if read loosely', (text) => {
  expect(parseLooseDate(text)).toBeUndefined();
});

test.each(['2026-12-24\n', '24-12-2026', '+2026-12-24', '2026-12-241'])(
  '%j is not a date if read strictly',
  (text) => {
    expect(parseCalendarDate(text)).toBeUndefined();
  },
);

const lateEvening = Date.UTC(2026, 10, 21, 23, 59, 59, 999);

test('today returns the day in UTC', () => {
  expect(today(lateEvening, 0)).toBe('2026-11-21');
  expect(today(lateEvening + 1, 0)).toBe('2026-11-22');
});

test('today returns the day in another zone', () => {
  expect(today(lateEvening, 540)).toBe('2026-11-22');
  expect(today(Date.UTC(2026, 10, 21, 4, 59), -300)).toBe('2026-11-20');
});

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
