import { expect, test } from 'vitest';
import { computeLastPage } from './last-page.ts';

test.each([
  [1, 50, 1],
  [50, 50, 1],
  [51, 50, 2],
  [100, 50, 2],
  [3, 1, 3],
  [7, 3, 3],
])('a list of %i books with %i per page has the last page %i', (total, perPage, lastPage) => {
  expect(computeLastPage(total, perPage, 0)).toBe(lastPage);
});

test('returns the given last page for an empty list', () => {
  expect(computeLastPage(0, 50, 1)).toBe(1);
  expect(computeLastPage(0, 50, 0)).toBe(0);
});
