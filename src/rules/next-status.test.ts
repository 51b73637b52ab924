import { expect, test } from 'vitest';
import {
  getStatusAfterAttach,
  getStatusAfterChange,
  getStatusAfterPublish,
  getStatusAfterReview,
  getDistributedStatus,
} from './next-status.ts';

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
