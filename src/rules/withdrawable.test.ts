import { expect, test } from 'vitest';
import { isWithdrawable } from './withdrawable.ts';

test.each([
  ['published', true],
  ['distributed', true],
  ['in_review', true],
  ['draft', false],
  ['withdrawn', false],
  ['action_needed', false],
])('%s: %s', (status, can) => {
  expect(isWithdrawable(status)).toBe(can);
});
