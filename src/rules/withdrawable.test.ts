import { expect, test } from 'vitest';
import { isWithdrawable } from './withdrawable.ts';

test.each([
  ['published', true],
  ['distributed', true],
  ['in_review', true],
  ['draft', false],
  ['withdrawn', false],
  ['action_needed', false],
])('a book that is %s can be withdrawn: %s', (status, expected) => {
  expect(isWithdrawable(status)).toBe(expected);
});
