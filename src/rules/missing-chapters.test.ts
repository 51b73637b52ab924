import { expect, test } from 'vitest';
import { missingChapters } from './missing-chapters.ts';

test('a book without chapters lacks them, a book with one does not', () => {
  expect(missingChapters([])).toBe(true);
  expect(missingChapters([{}])).toBe(false);
});
