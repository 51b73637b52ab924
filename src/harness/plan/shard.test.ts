/** Tests that shards divide the work completely, without overlap, evenly, and the same way each time. */
import { expect, it } from 'vitest';
import { dealt } from './shard.ts';

const jobs = Array.from({ length: 60 }, (_none, n) => ({
  requirement: `area.rule-${n % 23}`,
  kind: n % 7 === 0 ? 'property' : 'case',
  n,
}));

function hands(of: number, seed = 1) {
  return Array.from({ length: of }, (_none, index) => dealt(jobs, seed, { index: index + 1, of }));
}

it.each([1, 2, 3, 7])('assigns every job to one of %i shards', (of) => {
  const all = hands(of).flat();
  expect(all.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(jobs.map(({ n }) => n));
});

it('keeps all cases of a requirement together, in order', () => {
  const [one = [], two = []] = hands(2);
  const ids = new Set(one.map(({ requirement }) => requirement));
  expect(two.filter(({ requirement }) => ids.has(requirement))).toEqual([]);
  expect(one.map(({ n }) => n)).toEqual(one.map(({ n }) => n).toSorted((a, b) => a - b));
});

it('divides evenly', () => {
  const loads = hands(3).map((hand) =>
    hand.reduce((sum, { kind }) => sum + (kind === 'property' ? 8 : 1), 0),
  );
  expect(Math.max(...loads) - Math.min(...loads)).toBeLessThan(12);
});

it('assigns at random, and the heavy ones first', () => {
  const asked = ['light', 'heavy', 'other', 'third'].map((requirement) => ({
    requirement,
    kind: requirement === 'heavy' ? 'property' : 'case',
  }));
  const first = (seed: number) =>
    dealt(asked, seed, { index: 1, of: 2 }).map(({ requirement }) => requirement);
  for (let seed = 1; seed <= 20; seed += 1) expect(first(seed)).toEqual(['heavy']);
  const last = dealt(asked.slice(2), 3, { index: 1, of: 2 });
  expect(last).toHaveLength(1);
  const lots = [1, 2, 3, 4, 5, 6, 7, 8].map(
    (seed) => dealt(asked.slice(2), seed, { index: 1, of: 2 })[0]?.requirement,
  );
  expect(new Set(lots)).toEqual(new Set(['other', 'third']));
});

it('depends only on the seed', () => {
  expect(hands(4, 5)).toEqual(hands(4, 5));
  expect(hands(4, 5)).not.toEqual(hands(4, 6));
});

it('removes nothing without shards', () => {
  expect(dealt(jobs, 1, undefined)).toEqual(jobs);
});
