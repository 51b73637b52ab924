/** Tests the words for differences, and which of them a program that stopped early may leave. */
import { expect, it } from 'vitest';
import { compareStates, findVolatile } from './compare-states.ts';
import type { BookState } from './end-state.ts';

const file = { role: 'ebook_content', filename: 'book.epub', hash: 'a' };
const book: BookState = {
  sequence: 1,
  isOther: false,
  status: 'published',
  wasPublished: true,
  isDeleted: false,
  fields: { title: 'Salt', format: 'ebook', externalId: 'salt', price: 9 },
  files: [file],
  chapters: [],
};
const nothingVolatile = { fields: new Set<string>(), roles: new Set<string>() };
const chapter = { sequence: 1, title: 'One', titleAscii: undefined, file };

it.each([
  ['nothing', [book], [], false],
  ['a second book', [book, book], ['2 books “Salt” instead of 1'], true],
  ['no book', [], ['no book “Salt” instead of 1'], false],
  ['a draft', [{ ...book, status: 'draft' }], ['“Salt” is a draft instead of published'], false],
  [
    'a withdrawn book',
    [{ ...book, status: 'withdrawn' }],
    ['“Salt” is withdrawn instead of published'],
    true,
  ],
  [
    'an edit that is missing',
    [{ ...book, fields: { ...book.fields, price: 8 } }],
    ['“Salt” is published, but has price 8 instead of 9'],
    false,
  ],
  [
    'a missing file',
    [{ ...book, files: [] }],
    ['“Salt” is published, but has no ebook_content instead of 1'],
    true,
  ],
  [
    'another file',
    [{ ...book, files: [{ ...file, hash: 'b' }] }],
    ['“Salt” is published, but has another file than book.epub as ebook_content'],
    true,
  ],
  [
    'another number of chapters',
    [{ ...book, chapters: [chapter] }],
    ['“Salt” is published, but has 1 chapters instead of 0'],
    true,
  ],
] as const)('describes %s', (...row) => {
  const [, actual, words, isWrong] = row;
  const differences = compareStates([book], actual, nothingVolatile);
  expect(differences.map((difference) => difference.words)).toEqual(words);
  expect(differences.some((difference) => difference.isWrong)).toBe(isWrong);
});

it('does not compare values and bytes that differ between two calm runs', () => {
  const packedLater = { ...file, hash: 'b' };
  const first = { ...book, chapters: [chapter] };
  const later = {
    ...first,
    fields: { ...book.fields, externalId: 'salt-2' },
    files: [packedLater],
    chapters: [{ ...chapter, file: packedLater }],
  };
  const volatile = findVolatile([first], [later]);
  expect([...volatile.fields, ...volatile.roles]).toEqual(['externalId', 'ebook_content']);
  expect(compareStates([first], [later], volatile)).toEqual([]);
  const withoutFile = { ...later, files: [], chapters: [] };
  expect(compareStates([first], [withoutFile], volatile)).toHaveLength(2);
});

it('knows a book by its external id if a program stopped before it changed the title', () => {
  const first = { ...book, fields: { ...book.fields, title: 'Pepper' } };
  expect(compareStates([book], [first], nothingVolatile)).toEqual([
    { words: '“Salt” is published, but has title "Pepper" instead of "Salt"', isWrong: false },
  ]);
  expect(compareStates([book], [first, book], nothingVolatile)).toEqual([
    { words: '1 book “Pepper” instead of 0', isWrong: true },
  ]);
});

it('accepts that a program stops between a publish and its withdrawal, if it publishes in the calm run', () => {
  const withdrawn = { ...book, status: 'withdrawn' };
  expect(compareStates([withdrawn], [book], nothingVolatile)).toMatchObject([{ isWrong: false }]);
  const neverPublished = { ...withdrawn, wasPublished: false };
  expect(compareStates([neverPublished], [book], nothingVolatile)).toMatchObject([
    { isWrong: true },
  ]);
});

it('accepts that a program stops before it deletes a book, but not that it deletes one that was published', () => {
  const deleted = { ...book, status: 'draft', isDeleted: true };
  expect(compareStates([{ ...deleted, wasPublished: false }], [book], nothingVolatile)).toEqual([
    { words: '1 book “Salt” instead of 0', isWrong: false },
  ]);
  expect(compareStates([book], [deleted], nothingVolatile)).toEqual([
    { words: 'no book “Salt” instead of 1', isWrong: false },
    { words: '“Salt” is deleted, although it had been published', isWrong: true },
  ]);
  expect(compareStates([book], [{ ...deleted, wasPublished: false }], nothingVolatile)).toEqual([
    { words: 'no book “Salt” instead of 1', isWrong: false },
  ]);
});
