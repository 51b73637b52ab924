/** Tests that the target's clock is followed by its Date headers. */
import { expect, it } from 'vitest';
import { createTargetClock } from './clock.ts';

const noon = Date.parse('2026-02-28T12:00:00Z');

it('uses the local time until a response has a date', () => {
  const clock = createTargetClock(() => noon);
  clock.sync(undefined);
  clock.sync('no date');
  expect(clock.now()).toBe(noon);
  expect(clock.skew()).toBeUndefined();
});

it('follows the clock of the target after a response', () => {
  let ours = noon;
  const clock = createTargetClock(() => ours);
  clock.sync('Wed, 30 Dec 2026 23:59:59 GMT');
  expect(clock.skew()).toBe(Date.parse('2026-12-30T23:59:59Z') - noon);
  expect(clock.today()).toBe('2026-12-30');
  ours += 2_000;
  expect(clock.now()).toBe(Date.parse('2026-12-31T00:00:01Z'));
  expect(clock.today()).toBe('2026-12-31');
  expect(clock.day(1)).toBe('2027-01-01');
  expect(clock.day(-1)).toBe('2026-12-30');
});

it('counts days across the ends of months and leap days', () => {
  const clock = createTargetClock(() => Date.parse('2028-02-28T23:59:59.999Z'));
  expect([clock.day(1), clock.day(2), clock.day(-28)]).toEqual([
    '2028-02-29',
    '2028-03-01',
    '2028-01-31',
  ]);
});
