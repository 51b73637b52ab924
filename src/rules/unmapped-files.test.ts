import { expect, test } from 'vitest';
import { unmappedFiles } from './unmapped-files.ts';

test('files that no chapter names', () => {
  expect(unmappedFiles(['a', 'b', 'c'], [{ fileId: 'B' }])).toEqual(['a', 'c']);
  expect(unmappedFiles(['a'], [{ fileId: 'a' }])).toEqual([]);
});
