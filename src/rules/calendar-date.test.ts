/** Tests which strings are dates, read strictly and loosely. */
import { expect, test } from 'vitest';
import { parseCalendarDate, parseLooseDate } from './calendar-date.ts';

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
