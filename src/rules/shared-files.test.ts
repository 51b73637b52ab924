import { expect, test } from 'vitest';
import { findSharedFiles } from './shared-files.ts';

test('files of more than one chapter are listed once each', () => {
  const chapters = ['a', 'b', 'A', 'a', 'c'].map((fileId) => ({ fileId }));
  expect(findSharedFiles(chapters)).toEqual(['a']);
});

test('one file per chapter is accepted', () => {
  expect(findSharedFiles([{ fileId: 'a' }, { fileId: 'b' }])).toEqual([]);
});
