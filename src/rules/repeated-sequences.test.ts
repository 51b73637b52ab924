import { expect, test } from 'vitest';
import { findRepeatedSequences } from './repeated-sequences.ts';

test('the positions of later ones are returned', () => {
  const chapters = [1, 2, 1, 3, 2].map((sequence) => ({ sequence }));
  expect(findRepeatedSequences(chapters)).toEqual([2, 4]);
});

test('different ones are accepted', () => {
  expect(findRepeatedSequences([{ sequence: 2 }, { sequence: 1 }])).toEqual([]);
});
