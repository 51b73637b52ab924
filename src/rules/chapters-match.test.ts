import { expect, test } from 'vitest';
import { unmatchedChapters } from './chapters-match.ts';

test('chapters whose file is not attached are given by position', () => {
  const chapters = [{ fileId: 'a' }, { fileId: 'x' }, { fileId: 'B' }, { fileId: 'y' }];
  expect(unmatchedChapters(chapters, ['a', 'b'])).toEqual([1, 3]);
});

test('without attached files no chapter matches', () => {
  expect(unmatchedChapters([{ fileId: 'a' }], [])).toEqual([0]);
});
