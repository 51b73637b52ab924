import { expect, test } from 'vitest';
import { findUnmappedFiles } from './unmapped-files.ts';

test('returns the files that no chapter names', () => {
  expect(findUnmappedFiles(['a', 'b', 'c'], [{ fileId: 'B' }])).toEqual(['a', 'c']);
  expect(findUnmappedFiles(['a'], [{ fileId: 'a' }])).toEqual([]);
});
