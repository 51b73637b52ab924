import { expect, test } from 'vitest';
import { isUploadOpen } from './upload-open.ts';

test('an upload URL is open until its deadline, including that millisecond', () => {
  expect(isUploadOpen(1000, 999)).toBe(true);
  expect(isUploadOpen(1000, 1000)).toBe(true);
  expect(isUploadOpen(1000, 1001)).toBe(false);
});
