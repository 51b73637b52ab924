import { expect, test } from 'vitest';
import { formatAuthorNames } from './author-names.ts';

const people = [
  { firstName: 'Ines', lastName: 'Aldana', role: 'Author' },
  { firstName: 'Nora', lastName: '', role: 'Narrated by' },
  { firstName: 'Bo', lastName: 'Berg', role: 'Author' },
];

test('lists authors with the first name first, in the order they were given', () => {
  expect(formatAuthorNames(people)).toEqual(['Ines Aldana', 'Bo Berg']);
});

test('leaves no extra space for a missing name', () => {
  expect(formatAuthorNames([{ firstName: 'Sappho', lastName: '', role: 'Author' }])).toEqual([
    'Sappho',
  ]);
});
