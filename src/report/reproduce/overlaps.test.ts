/** Tests which recorded requests count as overlapping. */
import { expect, it } from 'vitest';
import { createExchange } from '../../harness/scenes/create-exchange.ts';
import { isRace, groupOverlapping } from './steps.ts';

const at = (number: number, sentAt: number, took: number) =>
  createExchange({ number, sentAt, took });

const groups = (trail: Parameters<typeof groupOverlapping>[0]) =>
  groupOverlapping(trail).map((group) => group.map(({ number }) => number));

it('keeps sequential requests apart', () => {
  const trail = [at(1, 0, 10), at(2, 10, 5), at(3, 14, 5)];
  expect(groups(trail)).toEqual([[1], [2], [3]]);
  expect(isRace(trail)).toBe(false);
});

it('finds two races in two branches of two calls each', () => {
  const trail = [at(1, 0, 20), at(2, 1, 30), at(3, 21, 20), at(4, 32, 20)];
  expect(groups(trail)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(isRace(trail)).toBe(true);
});

it('finds no race if the time of a request is unknown', () => {
  expect(groups([createExchange({ number: 1 }), createExchange({ number: 2 })])).toEqual([
    [1],
    [2],
  ]);
});
