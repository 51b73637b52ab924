import { expect, test } from 'vitest';
import { asSet, bySequence } from './chapter-order.ts';

const chapters = [{ sequence: 10 }, { sequence: 2 }, { sequence: 1 }];

test('by sequence, as numbers', () => {
  expect(bySequence(chapters)).toEqual([{ sequence: 1 }, { sequence: 2 }, { sequence: 10 }]);
});

test('as they were set', () => {
  expect(asSet(chapters)).toEqual(chapters);
});
