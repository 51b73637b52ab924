import { expect, test } from 'vitest';
import { uploadOpen } from './upload-open.ts';

test('open up to the deadline, that millisecond included', () => {
  expect(uploadOpen(1000, 999)).toBe(true);
  expect(uploadOpen(1000, 1000)).toBe(true);
  expect(uploadOpen(1000, 1001)).toBe(false);
});
