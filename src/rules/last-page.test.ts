import { expect, test } from 'vitest';
import { computeLastPage } from './last-page.ts';

test.each([
  [1, 50, 1],
  [50, 50, 1],
  [51, 50, 2],
  [100, 50, 2],
  [3, 1, 3],
  [7, 3, 3],
])('%i books, %i a page: %i', (total, perPage, last) => {
  expect(computeLastPage(total, perPage, 0)).toBe(last);
});

test('an empty list has the last page it is configured to have', () => {
  expect(computeLastPage(0, 50, 1)).toBe(1);
  expect(computeLastPage(0, 50, 0)).toBe(0);
});
