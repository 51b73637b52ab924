import { expect, test } from 'vitest';
import {
  afterAttach,
  afterChange,
  afterPublish,
  afterReview,
  afterReviewAsDistributed,
} from './next-status.ts';

const statuses = ['draft', 'published', 'in_review', 'withdrawn', 'action_needed'];

test.each(statuses)('%s becomes draft after an update or an attach', (status) => {
  expect(afterChange(status)).toBe('draft');
  expect(afterAttach(status)).toBe('draft');
});

test.each(['draft', 'withdrawn', 'action_needed'])('%s is queued when published', (status) => {
  expect(afterPublish(status, 'in_review')).toBe('in_review');
});

test.each(['published', 'in_review', 'distributed'])('%s stays when published again', (status) => {
  expect(afterPublish(status, 'queued')).toBe(status);
});

test('a review puts the book into shops', () => {
  expect(afterReview('in_review')).toBe('published');
  expect(afterReviewAsDistributed('in_review')).toBe('distributed');
});
