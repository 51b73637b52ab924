import { expect, test } from 'vitest';
import { today } from './today.ts';

const lateEvening = Date.UTC(2026, 10, 21, 23, 59, 59, 999);

test('returns the day in UTC', () => {
  expect(today(lateEvening, 0)).toBe('2026-11-21');
  expect(today(lateEvening + 1, 0)).toBe('2026-11-22');
});

test('returns the day in another zone', () => {
  expect(today(lateEvening, 540)).toBe('2026-11-22');
  expect(today(Date.UTC(2026, 10, 21, 4, 59), -300)).toBe('2026-11-20');
});
