/** Tests the check of names. */
import { expect, test } from 'vitest';
import { findEmptyWords, listExports } from './names.ts';

test.each([
  ['src/sandbox/book-utils.ts', ['utils']],
  ['src/common/isbn.ts', ['common']],
  ['BookManager', ['manager']],
  ['bookData', ['data']],
  ['HTTPHandler', ['handler']],
])('%s contains an empty word', (name, words) => {
  expect(findEmptyWords(name)).toEqual(words);
});

test.each(['src/rules/isbn.ts', 'database', 'metadata', 'baseline', 'informs', 'library'])(
  '%s contains no empty word',
  (name) => {
    expect(findEmptyWords(name)).toEqual([]);
  },
);

test('finds every form of a named export', () => {
  const text = `
export const one = 1;
export function two() {}
export async function three() {}
export interface Four {}
export type Five = string;
export class Six {}
export { seven, type eight as nine } from './other.ts';
export * from './rest.ts';
const hidden = 0;
`;
  expect(listExports(text)).toEqual([
    'one',
    'two',
    'three',
    'Four',
    'Five',
    'Six',
    'seven',
    'nine',
  ]);
});
