import { expect, test } from 'vitest';
import { keepOrder, sortBySequence } from './chapter-order.ts';

const chapters = [{ sequence: 10 }, { sequence: 2 }, { sequence: 1 }];

test('by sequence, as numbers', () => {
  expect(sortBySequence(chapters)).toEqual([{ sequence: 1 }, { sequence: 2 }, { sequence: 10 }]);
});

test('as they were set', () => {
  expect(keepOrder(chapters)).toEqual(chapters);
});
