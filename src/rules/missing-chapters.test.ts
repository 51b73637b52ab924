import { expect, test } from 'vitest';
import { missingChapters } from './missing-chapters.ts';

test('none at all are missing, one is not', () => {
  expect(missingChapters([])).toBe(true);
  expect(missingChapters([{}])).toBe(false);
});
