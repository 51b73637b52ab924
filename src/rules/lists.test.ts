import { expect, test } from 'vitest';
import { computeLastPage, formatAuthorNames } from './lists.ts';

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

test('computeLastPage returns the given page for an empty list', () => {
  expect(computeLastPage(0, 50, 1)).toBe(1);
  expect(computeLastPage(0, 50, 0)).toBe(0);
});

const people = [
  { firstName: 'Ines', lastName: 'Aldana', role: 'Author' },
  { firstName: 'Nora', lastName: '', role: 'Narrated by' },
  { firstName: 'Bo', lastName: 'Berg', role: 'Author' },
];

test('formatAuthorNames lists authors with the first name first, in the order they were given', () => {
  expect(formatAuthorNames(people)).toEqual(['Ines Aldana', 'Bo Berg']);
});

test('formatAuthorNames leaves no extra space for a missing name', () => {
  expect(formatAuthorNames([{ firstName: 'Sappho', lastName: '', role: 'Author' }])).toEqual([
    'Sappho',
  ]);
});
