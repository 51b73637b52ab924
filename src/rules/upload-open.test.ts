import { expect, test } from 'vitest';
import { isUploadOpen } from './upload-open.ts';

test('open until the deadline, including that millisecond', () => {
  expect(isUploadOpen(1000, 999)).toBe(true);
  expect(isUploadOpen(1000, 1000)).toBe(true);
  expect(isUploadOpen(1000, 1001)).toBe(false);
});
