import { expect, test } from 'vitest';
import { listAuthorNames } from './author-names.ts';

const people = [
  { firstName: 'Ines', lastName: 'Aldana', role: 'Author' },
  { firstName: 'Nora', lastName: '', role: 'Narrated by' },
  { firstName: 'Bo', lastName: 'Berg', role: 'Author' },
];

test('authors are named first name first, in the order they were given', () => {
  expect(listAuthorNames(people)).toEqual(['Ines Aldana', 'Bo Berg']);
});

test('a missing name leaves no extra space', () => {
  expect(listAuthorNames([{ firstName: 'Sappho', lastName: '', role: 'Author' }])).toEqual([
    'Sappho',
  ]);
});
