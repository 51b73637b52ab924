import { expect, test } from 'vitest';
import { sharedFiles } from './shared-files.ts';

test('files of more than one chapter are listed once each', () => {
  const chapters = ['a', 'b', 'A', 'a', 'c'].map((fileId) => ({ fileId }));
  expect(sharedFiles(chapters)).toEqual(['a']);
});

test('one file per chapter is accepted', () => {
  expect(sharedFiles([{ fileId: 'a' }, { fileId: 'b' }])).toEqual([]);
});
