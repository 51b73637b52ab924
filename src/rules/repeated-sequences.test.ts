import { expect, test } from 'vitest';
import { repeatedSequences } from './repeated-sequences.ts';

test('the later ones are given by position', () => {
  const chapters = [1, 2, 1, 3, 2].map((sequence) => ({ sequence }));
  expect(repeatedSequences(chapters)).toEqual([2, 4]);
});

test('different ones are accepted', () => {
  expect(repeatedSequences([{ sequence: 2 }, { sequence: 1 }])).toEqual([]);
});
