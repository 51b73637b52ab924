import { expect, test } from 'vitest';
import { hasGaps } from './has-gaps.ts';

const chaptersWith = (...sequences: number[]) => sequences.map((sequence) => ({ sequence }));

test.each([[chaptersWith()], [chaptersWith(1)], [chaptersWith(2, 1, 3)]])(
  '%j has no gaps',
  (chapters) => {
    expect(hasGaps(chapters)).toBe(false);
  },
);

test.each([[chaptersWith(2)], [chaptersWith(1, 3)], [chaptersWith(1, 2, 4)]])(
  '%j has gaps',
  (chapters) => {
    expect(hasGaps(chapters)).toBe(true);
  },
);
