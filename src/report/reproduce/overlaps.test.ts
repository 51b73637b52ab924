/** Tests of telling which requests were under way at once. */
import { expect, it } from 'vitest';
import { madeUpExchange } from '../../harness/scenes/made-up-exchange.ts';
import { isRace, overlapping } from './overlaps.ts';

const at = (number: number, sentAt: number, took: number) =>
  madeUpExchange({ number, sentAt, took });

const groups = (trail: Parameters<typeof overlapping>[0]) =>
  overlapping(trail).map((group) => group.map(({ number }) => number));

it('one after the other stays so', () => {
  const trail = [at(1, 0, 10), at(2, 10, 5), at(3, 14, 5)];
  expect(groups(trail)).toEqual([[1], [2], [3]]);
  expect(isRace(trail)).toBe(false);
});

it('two branches of two calls are two races, for a branch has an order', () => {
  const trail = [at(1, 0, 20), at(2, 1, 30), at(3, 21, 20), at(4, 32, 20)];
  expect(groups(trail)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(isRace(trail)).toBe(true);
});

it('requests whose moment is not known are no race', () => {
  expect(groups([madeUpExchange({ number: 1 }), madeUpExchange({ number: 2 })])).toEqual([
    [1],
    [2],
  ]);
});
