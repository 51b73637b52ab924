import { expect, test } from 'vitest';
import { keepOrder, sortBySequence } from './chapter-order.ts';

const chapters = [{ sequence: 10 }, { sequence: 2 }, { sequence: 1 }];

test('sortBySequence sorts sequences as numbers', () => {
  expect(sortBySequence(chapters)).toEqual([{ sequence: 1 }, { sequence: 2 }, { sequence: 10 }]);
});

test('keepOrder keeps the order in which chapters were set', () => {
  expect(keepOrder(chapters)).toEqual(chapters);
});
