import { expect, test } from 'vitest';
import { missingRoles } from './missing-roles.ts';

test.each([
  ['ebook', 'ebook_content', 'ebook_cover'],
  ['audio', 'audio_content', 'audio_cover'],
  ['print', 'pod_content', 'pod_cover'],
])('a book of format %s needs %s and %s', (format, content, cover) => {
  expect(missingRoles(format, [])).toEqual([content, cover]);
  expect(missingRoles(format, [{ role: content }])).toEqual([cover]);
  expect(missingRoles(format, [{ role: cover }])).toEqual([content]);
  expect(missingRoles(format, [{ role: content }, { role: cover }])).toEqual([]);
});

test('a book of an unknown format needs nothing', () => {
  expect(missingRoles('poster', [])).toEqual([]);
});
