import { expect, test } from 'vitest';
import {
  addFile,
  detectFileKind,
  findMissedAdvice,
  findMissingRoles,
  isSameHash,
  isSecondOfRole,
  isUploadOpen,
  kindFitsRole,
  replaceSameRole,
  roleFitsFormat,
} from './files.ts';

const table = {
  ebook: ['ebook_content', 'ebook_cover'],
  audio: ['audio_content', 'audio_cover'],
  print: ['pod_content', 'pod_cover'],
};
const roles = Object.values(table).flat();
const cases = Object.entries(table).flatMap(([format, acceptedRoles]) =>
  roles.map((role) => [role, format, acceptedRoles.includes(role)] as const),
);

test.each(cases)('%s fits %s: %s', (role, format, fits) => {
  expect(roleFitsFormat(role, format)).toBe(fits);
});

test('no role fits an unknown format', () => {
  expect(roleFitsFormat('ebook_content', 'pdf')).toBe(false);
});

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

const cover = { id: '1', role: 'ebook_cover' };
const secondCover = { id: '2', role: 'ebook_cover' };
const track = { id: '3', role: 'audio_content' };
const secondTrack = { id: '4', role: 'audio_content' };

test('replaceSameRole replaces a cover', () => {
  expect(replaceSameRole([cover, track], secondCover)).toEqual([track, secondCover]);
});

test('addFile keeps both covers', () => {
  expect(addFile([cover, track], secondCover)).toEqual([cover, track, secondCover]);
});

test('replaceSameRole adds a second track', () => {
  expect(replaceSameRole([track], secondTrack)).toEqual([track, secondTrack]);
});

test('replaceSameRole and addFile list the same file once', () => {
  expect(replaceSameRole([track], track)).toEqual([track]);
  expect(addFile([cover], cover)).toEqual([cover]);
});

test('isSecondOfRole is true for a second cover, but not for a track or the same file', () => {
  expect(isSecondOfRole([cover], secondCover)).toBe(true);
  expect(isSecondOfRole([cover], cover)).toBe(false);
  expect(isSecondOfRole([track], secondTrack)).toBe(false);
  expect(isSecondOfRole([track], cover)).toBe(false);
});

/** Returns the bytes of a string, one per character. */
function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

test.each([
  ['epub', `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/epub+zip`],
  ['zip', 'PK\x03\x04 and more'],
  ['jpeg', '\xff\xd8\xff\xe0'],
  ['png', '\x89PNG\r\n\x1a\n\0'],
  ['gif', 'GIF89a'],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
  ['webp', 'RIFF\0\0\0\0WEBP'],
  ['wav', 'RIFF\0\0\0\0WAVEfmt '],
  ['m4a', '\0\0\0\x20ftypM4B '],
  ['mp3', 'ID3\x04'],
  ['mp3', '\xff\xfb\x90\0'],
  ['mp3', '\xff\xe3\x90\0'],
  ['flac', 'fLaC\0'],
  ['ogg', 'OggS\0'],
  ['pdf', '%PDF-1.7'],
  ['pdf', '\r\n  %PDF-1.7'],
  ['pdf', `${' '.repeat(1_019)}%PDF-`],
])('detects %s in %j', (kind, text) => {
  expect(detectFileKind(bytes(text))).toBe(kind);
});

test.each([
  '',
  'plain text',
  'RIFF\0\0\0\0other',
  `${' '.repeat(1_020)}%PDF-`,
  '\xff\xf1\x50\x80 raw AAC, which has the layer 0',
  '\xff\x1b frame bits are missing',
  '\xfe\xfb frame bits are missing',
  'xGIF8',
])('detects no kind in %j', (text) => {
  expect(detectFileKind(bytes(text))).toBeUndefined();
});

test.each([
  ['ebook_content', 'epub', 'pdf'],
  ['ebook_cover', 'png', 'pdf'],
  ['audio_content', 'm4a', 'wav'],
  ['audio_content', 'mp3', 'ogg'],
  ['audio_cover', 'jpeg', 'mp3'],
  ['pod_content', 'pdf', 'epub'],
  ['pod_cover', 'tiff', 'epub'],
  ['pod_cover', 'pdf', 'zip'],
  ['pod_cover', 'gif', 'mp3'],
  ['pod_cover', 'webp', 'wav'],
  ['pod_cover', 'jpeg', 'm4a'],
])('%s accepts %s but not %s', (role, acceptedKind, otherKind) => {
  expect([kindFitsRole(acceptedKind, role), kindFitsRole(otherKind, role)]).toEqual([true, false]);
});

test('an unknown role accepts no kind of file', () => {
  expect(kindFitsRole('pdf', 'poster')).toBe(false);
});

test.each<[string, number, number, string | undefined]>([
  ['ebook_cover', 1400, 2100, undefined],
  ['ebook_cover', 1399, 2100, '1400 x 2100 px'],
  ['ebook_cover', 1400, 2099, '1400 x 2100 px'],
  ['audio_cover', 2400, 2400, undefined],
  ['audio_cover', 2400, 2399, '2400 x 2400 px'],
  ['audio_cover', 2500, 2400, 'a square'],
  ['pod_cover', 1, 1, undefined],
])('a %s of %i x %i misses %s', (role, ...[width, height, recommendation]) => {
  expect(findMissedAdvice(role, { width, height })).toBe(recommendation);
});

test('hashes are equal regardless of the case of their digits', () => {
  expect(isSameHash('ab01', 'AB01')).toBe(true);
});

test('hashes that differ in a digit or in length are not equal', () => {
  expect(isSameHash('ab01', 'ab02')).toBe(false);
  expect(isSameHash('ab01', 'ab0')).toBe(false);
});

test('an upload URL is open until its deadline, including that millisecond', () => {
  expect(isUploadOpen(1000, 999)).toBe(true);
  expect(isUploadOpen(1000, 1000)).toBe(true);
  expect(isUploadOpen(1000, 1001)).toBe(false);
});
