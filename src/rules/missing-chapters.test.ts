import { expect, test } from 'vitest';
import { lacksChapters } from './missing-chapters.ts';

test('a book without chapters lacks them, a book with one does not', () => {
  expect(lacksChapters([])).toBe(true);
  expect(lacksChapters([{}])).toBe(false);
});
