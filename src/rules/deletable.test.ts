import { expect, test } from 'vitest';
import { isDeletableAsDraft, isDeletableUnlessReleased } from './deletable.ts';

test.each([
  ['draft', true, true],
  ['withdrawn', true, false],
  ['action_needed', true, false],
  ['in_review', false, false],
  ['published', false, false],
  ['distributed', false, false],
])(
  '%s can be deleted: %s if only books in shops cannot, %s if only drafts can',
  (status, unlessOut, asDraft) => {
    expect(isDeletableUnlessReleased(status)).toBe(unlessOut);
    expect(isDeletableAsDraft(status)).toBe(asDraft);
  },
);
