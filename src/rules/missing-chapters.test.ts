import { expect, test } from 'vitest';
import { lacksChapters } from './missing-chapters.ts';

test('only a book without chapters lacks chapters', () => {
  expect(lacksChapters([])).toBe(true);
  expect(lacksChapters([{}])).toBe(false);
});
