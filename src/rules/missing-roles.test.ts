import { expect, test } from 'vitest';
import { findMissingRoles } from './missing-roles.ts';

test.each([
  ['ebook', 'ebook_content', 'ebook_cover'],
  ['audio', 'audio_content', 'audio_cover'],
  ['print', 'pod_content', 'pod_cover'],
])('a book of format %s needs %s and %s', (format, content, cover) => {
  expect(findMissingRoles(format, [])).toEqual([content, cover]);
  expect(findMissingRoles(format, [{ role: content }])).toEqual([cover]);
  expect(findMissingRoles(format, [{ role: cover }])).toEqual([content]);
  expect(findMissingRoles(format, [{ role: content }, { role: cover }])).toEqual([]);
});

test('a book of an unknown format needs no files', () => {
  expect(findMissingRoles('poster', [])).toEqual([]);
});
