import { expect, test } from 'vitest';
import { authorNames } from './author-names.ts';

const people = [
  { firstName: 'Ines', lastName: 'Aldana', role: 'Author' },
  { firstName: 'Nora', lastName: '', role: 'Narrated by' },
  { firstName: 'Bo', lastName: 'Berg', role: 'Author' },
];

test('authors are named first name first, in the order they were given', () => {
  expect(authorNames(people)).toEqual(['Ines Aldana', 'Bo Berg']);
});

test('a missing name leaves no extra space', () => {
  expect(authorNames([{ firstName: 'Sappho', lastName: '', role: 'Author' }])).toEqual(['Sappho']);
});
