/** That the openers are cases there are: a renamed case must not quietly lose its place. */
import { expect, it } from 'vitest';
import { openers } from './openers.ts';
import { suite } from './suite.ts';

const cases = suite.flatMap(({ items }) =>
  items.flatMap((item) =>
    item.kind === 'check'
      ? Object.keys(item.cases).map((sentence) => `${item.requirement}: ${sentence}`)
      : [],
  ),
);
const opening = openers.map(([requirement, sentence]) => `${requirement}: ${sentence}`);

it('names each case of the suite once', () => {
  expect(cases.filter((one, index) => cases.indexOf(one) < index)).toEqual([]);
});

it('opens with cases of the suite; npm run prove -- openers writes them anew', () => {
  expect(opening.filter((one) => !cases.includes(one))).toEqual([]);
});

it('opens with no case twice', () => {
  expect(new Set(opening).size).toBe(opening.length);
});
