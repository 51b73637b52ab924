/** Tests the detection of a file's kind by its first bytes. */
import { expect, it } from 'vitest';
import { detectFileKind } from './file-kind.ts';

/** Returns the bytes of a string, one per character. */
function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

it.each([
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

it.each([
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
