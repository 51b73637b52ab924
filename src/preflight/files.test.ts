/** Tests which issues the pre-flight reports for files: by role, first bytes and image size. */
import { describe, expect, it } from 'vitest';
import type { FileRole } from '../client/contract.ts';
import type { FileToUpload } from '../client/files/source.ts';
import { readImageSize } from './file-rules.ts';
import { preflight } from './index.ts';

/** Converts each character of a string to one byte. */
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const encodeTwoBytes = (value: number): string => String.fromCharCode(value >> 8, value & 0xff);

/** Creates the beginning of a PNG, up to the color type. */
const createPng = (width: number, height: number): string =>
  `\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0${encodeTwoBytes(width)}\0\0${encodeTwoBytes(height)}\x08\x02`;

/** Creates the beginning of a JPEG, with a profile of `profileLength` bytes before its frame header. */
const createJpeg = (width: number, height: number, profileLength = 40): string =>
  `\xff\xd8\xff\xe2${encodeTwoBytes(profileLength + 2)}${'p'.repeat(profileLength)}` +
  `\xff\xff\xc2\0\x11\x08${encodeTwoBytes(height)}${encodeTwoBytes(width)}\x03`;

const epub = `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/epub+zip`;
const mp3 = '\xff\xfb\x90\0';

const createFile = (role: FileRole, content: string): FileToUpload => ({
  role,
  filename: 'a',
  blob: new Blob([toBytes(content)]),
});

async function findIssues(
  files: readonly FileToUpload[],
  book?: { readonly format: string },
): Promise<readonly string[]> {
  const issues = await preflight().issues({ call: 'upload', book, files });
  return issues.map(
    ({ severity, requirement, pointer, received }) =>
      `${severity} ${requirement} ${pointer} ${received}`,
  );
}

describe('readImageSize', () => {
  it.each([
    ['a PNG', createPng(1400, 2100)],
    ['a JPEG', createJpeg(1400, 2100)],
    ['a JPEG after a long profile', createJpeg(1400, 2100, 60_000)],
  ])('returns the size of %s', (_, text) => {
    expect(readImageSize(toBytes(text))).toEqual({ width: 1400, height: 2100 });
  });

  it.each([
    ['a truncated PNG', createPng(1, 1).slice(0, 20)],
    ['a truncated JPEG', createJpeg(1, 1).slice(0, 30)],
    ['a JPEG without a frame', '\xff\xd8\xff\xe0\0\x04ab no mark here'],
    ['a PDF', '%PDF-1.7'],
  ])('returns undefined for %s', (_, text) => {
    expect(readImageSize(toBytes(text))).toBeUndefined();
  });
});

describe('the pre-flight of an upload', () => {
  it('reports no issue if the types of the files fit their roles', async () => {
    expect(
      await findIssues([
        createFile('ebook_content', epub),
        createFile('ebook_cover', createPng(1400, 2100)),
      ]),
    ).toEqual([]);
    expect(
      await findIssues([
        createFile('audio_content', mp3),
        createFile('audio_cover', createJpeg(2400, 2400)),
      ]),
    ).toEqual([]);
  });

  it('reports an error for a wrong file type, and a warning for an unknown one', async () => {
    expect(await findIssues([createFile('ebook_content', '%PDF-1.7')])).toEqual([
      'error files.ebook-content /files/0 a file of the kind pdf',
    ]);
    expect(await findIssues([createFile('pod_content', 'text')])).toEqual([
      'warning files.print-interior /files/0 bytes of an unknown file type',
    ]);
  });

  it('reports a warning for a small cover', async () => {
    expect(await findIssues([createFile('ebook_cover', createJpeg(800, 1200))])).toEqual([
      'warning files.ebook-cover /files/0 800 x 1200 px; 1400 x 2100 px is recommended',
    ]);
  });

  it('reports an error for a role that does not fit the format of the book or the other files', async () => {
    const files = [createFile('ebook_content', epub), createFile('audio_content', mp3)];
    const received = 'audio_content for a book of format ebook';
    const issue = `error upload.role-fits-format /files/1/role ${received}`;
    expect(await findIssues(files)).toEqual([issue]);
    expect(await findIssues(files, { format: 'ebook' })).toEqual([issue]);
    expect(await findIssues(files, { format: 'print' })).toHaveLength(2);
  });

  it('reports an error if only some tracks have chapters', async () => {
    const chapter = { sequence: 1, title: 'One' };
    const track = {
      role: 'audio_content',
      blob: new Blob([toBytes(mp3)]),
      filename: 'a',
    } as const;
    expect(await findIssues([track, track])).toEqual([]);
    expect(await findIssues([{ ...track, chapter }, track])).toEqual([
      'error chapters.one-file-one-chapter /files/1/chapter a track without a chapter',
    ]);
  });

  it('reports no issue for a file that it cannot read', async () => {
    expect(await findIssues([{ role: 'ebook_content', path: '/nowhere/at/all.epub' }])).toEqual([]);
  });
});
