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
  'a book that is %s can be deleted: %s unless released, %s as a draft',
  (status, unlessReleased, asDraft) => {
    expect(isDeletableUnlessReleased(status)).toBe(unlessReleased);
    expect(isDeletableAsDraft(status)).toBe(asDraft);
  },
);
