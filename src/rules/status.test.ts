import { expect, test } from 'vitest';
import {
  getDistributedStatus,
  getStatusAfterAttach,
  getStatusAfterChange,
  getStatusAfterPublish,
  getStatusAfterReview,
  isDeletableAsDraft,
  isDeletableUnlessReleased,
  isWithdrawable,
} from './status.ts';

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

const statuses = ['draft', 'published', 'in_review', 'withdrawn', 'action_needed'];

test.each(statuses)('a book that is %s becomes a draft after an update or an attach', (status) => {
  expect(getStatusAfterChange(status)).toBe('draft');
  expect(getStatusAfterAttach(status)).toBe('draft');
});

test.each(['draft', 'withdrawn', 'action_needed'])(
  'a book that is %s is queued when it is published',
  (status) => {
    expect(getStatusAfterPublish(status, 'in_review')).toBe('in_review');
  },
);

test.each(['published', 'in_review', 'distributed'])(
  '%s stays the status after another publish',
  (status) => {
    expect(getStatusAfterPublish(status, 'queued')).toBe(status);
  },
);

test('in_review becomes published or distributed after a review', () => {
  expect(getStatusAfterReview('in_review')).toBe('published');
  expect(getDistributedStatus('in_review')).toBe('distributed');
});
