/** Tests how the monitor judges the times of list items by the service's clock. */
import { expect, test } from 'vitest';
import {
  at,
  created,
  hideBody,
  judge,
  list,
  update,
  withDate,
  type UnnumberedExchange,
} from '../../../../tests/support/monitor/histories.ts';

const noon = Date.parse('2026-11-02T12:00:00Z');
const minute = 60_000;

/** Returns an exchange at a time, with the date of the service's clock. */
const atTime = (exchange: UnnumberedExchange, time: number, date = time) =>
  withDate(at(exchange, time), date);

const createdAtNoon = atTime(created, noon);
const utc = '2026-11-02T12:00:00.000Z';
const local = '2026-11-02T14:00:00.000Z';
const judgeTimes = (createdAt: string, updatedAt: string, date?: number) =>
  judge([createdAtNoon, atTime(list({ createdAt, updatedAt }), noon + minute / 3, date)]).drifts;

test('a list item drifts if its times are in local time instead of UTC', () => {
  expect(judgeTimes(utc, local)).toEqual(['list.item-updated-at']);
  expect(judgeTimes(local, local)).toContain('list.item-created-at');
  expect(judgeTimes(utc, utc)).toEqual([]);
});

test("a list item's times do not drift after the service's clock was changed", () => {
  expect(judgeTimes(utc, local, noon + 180 * minute)).toEqual([]);
});

test('a list item may show its creation time after an update whose content is not known', () => {
  const later = noon + 20 * minute;
  const listed = list({ createdAt: utc, updatedAt: '2026-11-02T12:20:00.000Z' });
  const unknownUpdate = hideBody(update({}, { shows: {} }));
  const history = [createdAtNoon, atTime(unknownUpdate, later), atTime(listed, later)];
  expect(judge(history).drifts).toEqual([]);
});
