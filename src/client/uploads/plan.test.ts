/** Tests that invalid arguments are reported before anything is sent. */
import { describe, expect, it } from 'vitest';
import { planFiles } from './plan.ts';
import { readSettings } from './upload-run.ts';
import type { FileToUpload } from '../files/source.ts';

const blob = new Blob(['bytes']);
const role = 'audio_content';
const track = (filename: string, sequence?: number): FileToUpload => ({
  role,
  blob,
  filename,
  chapter: sequence === undefined ? undefined : { sequence, title: filename },
});

describe('a plan', () => {
  it('contains what each file needs, with chapters in any order and with gaps', () => {
    const plan = planFiles([
      track('b.mp3', 7),
      track('a.m4b', 2),
      { role: 'audio_cover', blob, filename: 'c.PNG' },
    ]);
    expect(plan.map(({ type }) => type)).toEqual(['audio/mpeg', 'audio/mp4', 'image/png']);
  });

  it.each<[string, FileToUpload[], string]>([
    ['without a name', [{ role, blob }], 'files[0] needs a filename'],
    ['of no known type', [track('a.mp3'), track('b')], 'files[1] (b) needs a type'],
    ['with half a hash', [{ ...track('a.mp3'), sha256: 'abc' }], '64 hexadecimal characters'],
    ['with the sequence 0', [track('a.mp3', 0)], 'counts from 1'],
    ['with half a sequence', [track('a.mp3', 1.5)], 'counts from 1'],
    [
      'with a sequence twice',
      [track('a.mp3', 1), track('b.mp3', 1)],
      'files[1] (b.mp3) has the chapter sequence 1; each counts from 1 and is used once',
    ],
    [
      'with some chapters only',
      [track('a.mp3', 1), track('b.mp3')],
      'files[1] (b.mp3) has no chapter',
    ],
    [
      'with a cover as a chapter',
      // @ts-expect-error: the compiler refuses it as well
      [{ ...track('a.jpg', 1), role: 'audio_cover' }],
      'it is audio_cover',
    ],
  ])('of files %s is refused', (_, files, message) => {
    expect(() => planFiles(files)).toThrow(message);
    expect(() => planFiles(files)).toThrow('Nothing was sent');
  });
});

it('takes the media type from the name, else from the Blob', () => {
  const typed = new Blob(['bytes'], { type: 'text/plain' });
  const plan = planFiles([
    { role: 'ebook_content', blob: typed, filename: 'a.epub' },
    { role: 'ebook_content', blob: typed, filename: 'a' },
    { role: 'ebook_content', blob, filename: 'a', type: 'application/epub+zip' },
  ]);
  const types = ['application/epub+zip', 'text/plain', 'application/epub+zip'];
  expect(plan.map(({ type }) => type)).toEqual(types);
});

it.each([{ concurrency: 0 }, { concurrency: 1.5 }, { maxAttempts: 0 }, { stallMs: Number.NaN }])(
  'refuses %o',
  (options) => {
    expect(() => readSettings(options)).toThrow('must be a number above 0');
  },
);
