import { expect, test } from 'vitest';
import { findUnmatchedChapters } from './chapters-match.ts';

test('returns the positions of chapters whose file is not attached', () => {
  const chapters = [{ fileId: 'a' }, { fileId: 'x' }, { fileId: 'B' }, { fileId: 'y' }];
  expect(findUnmatchedChapters(chapters, ['a', 'b'])).toEqual([1, 3]);
});

test('returns every position if no file is attached', () => {
  expect(findUnmatchedChapters([{ fileId: 'a' }], [])).toEqual([0]);
});
