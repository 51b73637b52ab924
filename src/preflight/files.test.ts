/** Tests what a pre-flight finds in files: by their roles, their first bytes and the size of pictures. */
import { describe, expect, it } from 'vitest';
import type { FileRole } from '../client/contract.ts';
import type { FileToUpload } from '../client/files/source.ts';
import { imageSize } from './file-rules.ts';
import { preflight } from './index.ts';

/** Bytes written as text, one per character. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const two = (value: number): string => String.fromCharCode(value >> 8, value & 0xff);

const png = (width: number, height: number): string =>
  `\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0${two(width)}\0\0${two(height)}\x08\x02`;

/** A JPEG with a profile of some length before its frame. */
const jpeg = (width: number, height: number, profile = 40): string =>
  `\xff\xd8\xff\xe2${two(profile + 2)}${'p'.repeat(profile)}` +
  `\xff\xff\xc2\0\x11\x08${two(height)}${two(width)}\x03`;

const epub = `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/epub+zip`;
const mp3 = '\xff\xfb\x90\0';

const file = (role: FileRole, content: string): FileToUpload => ({
  role,
  filename: 'a',
  blob: new Blob([bytes(content)]),
});

async function found(
  files: readonly FileToUpload[],
  book?: { readonly format: string },
): Promise<readonly string[]> {
  const issues = await preflight().issues({ call: 'upload', book, files });
  return issues.map(
    ({ severity, requirement, pointer, received }) =>
      `${severity} ${requirement} ${pointer} ${received}`,
  );
}

describe('image sizes', () => {
  it.each([
    ['a PNG', png(1400, 2100)],
    ['a JPEG', jpeg(1400, 2100)],
    ['a JPEG after a long profile', jpeg(1400, 2100, 60_000)],
  ])('reads the size of %s', (_kind, text) => {
    expect(imageSize(bytes(text))).toEqual({ width: 1400, height: 2100 });
  });

  it.each([
    ['a PNG cut short', png(1, 1).slice(0, 20)],
    ['a JPEG cut short', jpeg(1, 1).slice(0, 30)],
    ['a JPEG of something else within', '\xff\xd8\xff\xe0\0\x04ab no mark here'],
    ['a PDF', '%PDF-1.7'],
  ])('finds no size in %s', (_kind, text) => {
    expect(imageSize(bytes(text))).toBeUndefined();
  });
});

describe('files', () => {
  it('pass if their types fit', async () => {
    expect(
      await found([file('ebook_content', epub), file('ebook_cover', png(1400, 2100))]),
    ).toEqual([]);
    expect(
      await found([file('audio_content', mp3), file('audio_cover', jpeg(2400, 2400))]),
    ).toEqual([]);
  });

  it('cause an error for a wrong type, and a warning for an unknown one', async () => {
    expect(await found([file('ebook_content', '%PDF-1.7')])).toEqual([
      'error files.ebook-content /files/0 a file of the kind pdf',
    ]);
    expect(await found([file('pod_content', 'text')])).toEqual([
      'warning files.print-interior /files/0 bytes of an unknown file type',
    ]);
  });

  it('cause a warning for a small cover', async () => {
    expect(await found([file('ebook_cover', jpeg(800, 1200))])).toEqual([
      'warning files.ebook-cover /files/0 800 x 1200 px; 1400 x 2100 px is recommended',
    ]);
  });

  it('cause an error if they do not fit the format of the book or each other', async () => {
    const files = [file('ebook_content', epub), file('audio_content', mp3)];
    const wrong = 'audio_content for a book of format ebook';
    const issue = `error upload.role-fits-format /files/1/role ${wrong}`;
    expect(await found(files)).toEqual([issue]);
    expect(await found(files, { format: 'ebook' })).toEqual([issue]);
    expect(await found(files, { format: 'print' })).toHaveLength(2);
  });

  it('cause an error if only some tracks have chapters', async () => {
    const chapter = { sequence: 1, title: 'One' };
    const other = file('audio_content', mp3);
    const one = { role: 'audio_content', blob: new Blob([bytes(mp3)]), filename: 'a' } as const;
    expect(await found([one, other])).toEqual([]);
    expect(await found([{ ...one, chapter }, other])).toEqual([
      'error chapters.one-file-one-chapter /files/1/chapter a track without a chapter',
    ]);
  });

  it('cause no issue if they cannot be read', async () => {
    expect(await found([{ role: 'ebook_content', path: '/nowhere/at/all.epub' }])).toEqual([]);
  });
});
