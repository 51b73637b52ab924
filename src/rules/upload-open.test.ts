import { expect, test } from 'vitest';
import { uploadOpen } from './upload-open.ts';

test('open until the deadline, including that millisecond', () => {
  expect(uploadOpen(1000, 999)).toBe(true);
  expect(uploadOpen(1000, 1000)).toBe(true);
  expect(uploadOpen(1000, 1001)).toBe(false);
});
