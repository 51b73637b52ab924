import { expect, test } from 'vitest';
import { deletableAsDraft, deletableUnlessOut } from './deletable.ts';

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
    expect(deletableUnlessOut(status)).toBe(unlessOut);
    expect(deletableAsDraft(status)).toBe(asDraft);
  },
);
