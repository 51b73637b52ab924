/** Tests of times that are more precise than a millisecond. */
import { expect, it } from 'vitest';
import { formatInstant, parseInstant, preciseNow } from './instant.ts';

it('formats and parses microseconds', () => {
  const noon = Date.parse('2026-02-28T12:00:00.250Z');
  expect(formatInstant(noon + 0.125)).toBe('2026-02-28T12:00:00.250125Z');
  expect(formatInstant(noon)).toBe('2026-02-28T12:00:00.250000Z');
  expect(formatInstant(noon + 0.9999)).toBe('2026-02-28T12:00:00.251000Z');
  expect(parseInstant('2026-02-28T12:00:00.250125Z')).toBeCloseTo(noon + 0.125, 3);
});

it('parses times of any precision and offset, and returns NaN for other text', () => {
  expect(parseInstant('2026-02-28T12:00:00.250Z')).toBe(Date.parse('2026-02-28T12:00:00.250Z'));
  expect(parseInstant('2026-02-28T13:00:00+01:00')).toBe(Date.parse('2026-02-28T12:00:00Z'));
  expect(parseInstant('2026-02-28T13:00:00.1234567+01:00')).toBeCloseTo(
    Date.parse('2026-02-28T12:00:00.123Z') + 0.4567,
    3,
  );
  expect(parseInstant('yesterday')).toBeNaN();
});

it('returns a time within a minute of the clock of the machine', () => {
  expect(Math.abs(preciseNow() - Date.now())).toBeLessThan(60_000);
});
