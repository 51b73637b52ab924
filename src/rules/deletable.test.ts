import { expect, test } from 'vitest';
import { deletableAsDraft, deletableUnlessOut } from './deletable.ts';

test.each([
  ['draft', true, true],
  ['withdrawn', true, false],
  ['action_needed', true, false],
  ['in_review', false, false],
  ['published', false, false],
  ['distributed', false, false],
])('%s: unless it is out %s, as a draft alone %s', (status, unlessOut, asDraft) => {
  expect(deletableUnlessOut(status)).toBe(unlessOut);
  expect(deletableAsDraft(status)).toBe(asDraft);
});
