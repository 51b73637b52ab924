/** Tests which recorded requests count as overlapping. */
import { expect, it } from 'vitest';
import { createExchange } from '../../../tests/support/harness/create-exchange.ts';
import { isRace, groupOverlapping } from './steps.ts';

const createExchangeAt = (number: number, sentAt: number, durationMs: number) =>
  createExchange({ number, sentAt, answeredAt: sentAt + durationMs });

const listGroups = (trail: Parameters<typeof groupOverlapping>[0]) =>
  groupOverlapping(trail).map((group) => group.map(({ number }) => number));

it('does not group sequential requests', () => {
  const trail = [
    createExchangeAt(1, 0, 10),
    createExchangeAt(2, 10, 5),
    createExchangeAt(3, 15, 5),
  ];
  expect(listGroups(trail)).toEqual([[1], [2], [3]]);
  expect(isRace(trail)).toBe(false);
});

it('ignores an overlap within the clock resolution', () => {
  const trail = [createExchangeAt(1, 0, 10), createExchangeAt(2, 9, 5)];
  expect(listGroups(trail)).toEqual([[1], [2]]);
  expect(isRace(trail)).toBe(false);
});

it('splits two interleaved branches into two races', () => {
  const trail = [
    createExchangeAt(1, 0, 20),
    createExchangeAt(2, 1, 30),
    createExchangeAt(3, 21, 20),
    createExchangeAt(4, 32, 20),
  ];
  expect(listGroups(trail)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(isRace(trail)).toBe(true);
});
