import { expect, test } from 'vitest';
import { findRepeatedSequences } from './repeated-sequences.ts';

test('returns the positions of chapters that repeat a sequence', () => {
  const chapters = [1, 2, 1, 3, 2].map((sequence) => ({ sequence }));
  expect(findRepeatedSequences(chapters)).toEqual([2, 4]);
});

test('returns nothing for different sequences', () => {
  expect(findRepeatedSequences([{ sequence: 2 }, { sequence: 1 }])).toEqual([]);
});
