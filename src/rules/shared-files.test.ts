import { expect, test } from 'vitest';
import { findSharedFiles } from './shared-files.ts';

test('returns each file of more than one chapter once', () => {
  const chapters = ['a', 'b', 'A', 'a', 'c'].map((fileId) => ({ fileId }));
  expect(findSharedFiles(chapters)).toEqual(['a']);
});

test('returns nothing if each chapter has its own file', () => {
  expect(findSharedFiles([{ fileId: 'a' }, { fileId: 'b' }])).toEqual([]);
});
