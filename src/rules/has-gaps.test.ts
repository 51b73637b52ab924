import { expect, test } from 'vitest';
import { hasGaps } from './has-gaps.ts';

const of = (...sequences: number[]) => sequences.map((sequence) => ({ sequence }));

test.each([[of()], [of(1)], [of(2, 1, 3)]])('%j leaves none', (chapters) => {
  expect(hasGaps(chapters)).toBe(false);
});

test.each([[of(2)], [of(1, 3)], [of(1, 2, 4)]])('%j leaves one', (chapters) => {
  expect(hasGaps(chapters)).toBe(true);
});
