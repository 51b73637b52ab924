/** Tests which notes a journal returns after a crash, and that invalid arguments are reported before sending. */
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, describe } from 'vitest';
import { openBookJournal, openJournal, type JournalNote } from './journal.ts';
import { planFiles } from './plan.ts';
import { readSettings } from './upload-run.ts';
import type { FileToUpload } from '../files/source.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

const folder = createFolder();

const createNote = (reached: JournalNote['reached'], value: string, of = 'a'): JournalNote => ({
  bookId: 'book',
  of,
  reached,
  value,
});

it('ignores a truncated line, and accepts lines after it', async () => {
  const path = join(folder, 'truncated.journal');
  const journal = openJournal(path);
  expect(await journal.read()).toEqual([]);
  await journal.note(createNote('granted', '1'));
  await appendFile(path, '\n{"bookId":"book","of":"a","reac');
  await journal.note(createNote('sent', '1'));
  expect(await journal.read()).toEqual([createNote('granted', '1'), createNote('sent', '1')]);
  expect(await readFile(path, 'utf8')).not.toMatch(/https?:/);
});

it('keeps all concurrent notes', async () => {
  const journal = openJournal(join(folder, 'many.journal'));
  const numbers = Array.from({ length: 40 }, (_, number) => String(number));
  await Promise.all(numbers.map((number) => journal.note(createNote('granted', number))));
  expect(new Set((await journal.read()).map(({ value }) => value))).toEqual(new Set(numbers));
});

it('recalls the grant with the furthest step first, and another grant of the file with each call', () => {
  const notes = [
    createNote('granted', '1'),
    createNote('granted', '2'),
    createNote('sent', '2'),
    createNote('attached', '2'),
    createNote('granted', '3'),
    { ...createNote('attached', '9'), bookId: 'another book' },
    createNote('attached', '8', 'another file'),
  ];
  const { recall } = openBookJournal('book', { note: async () => undefined }, notes);
  const ids = [1, 2, 3, 4].map(() => recall('a')?.value);
  expect(ids).toEqual(['2', '3', '1', undefined]);
});

it('recalls the chapters that were set last', () => {
  const notes = ['one', 'two', 'one'].map((value) => createNote('set', value, 'chapters'));
  const { recall } = openBookJournal('book', { note: async () => undefined }, notes);
  expect(recall('chapters')?.value).toBe('one');
});

const blob = new Blob(['bytes']);
const role = 'audio_content';
const createTrack = (filename: string, sequence?: number): FileToUpload => ({
  role,
  blob,
  filename,
  chapter: sequence === undefined ? undefined : { sequence, title: filename },
});

describe('planFiles', () => {
  it('accepts chapters in any order and with gaps, and finds the media type of each file', () => {
    const plan = planFiles([
      createTrack('b.mp3', 7),
      createTrack('a.m4b', 2),
      { role: 'audio_cover', blob, filename: 'c.PNG' },
    ]);
    expect(plan.map(({ type }) => type)).toEqual(['audio/mpeg', 'audio/mp4', 'image/png']);
  });

  it.each<[string, FileToUpload[], string]>([
    ['without a name', [{ role, blob }], 'files[0] needs a filename'],
    ['of an unknown type', [createTrack('a.mp3'), createTrack('b')], 'files[1] (b) needs a type'],
    ['with a line break in its type', [{ role, blob, filename: 'a', type: 'a\n' }], 'needs a type'],
    [
      'with a short hash',
      [{ ...createTrack('a.mp3'), sha256: 'abc' }],
      '64 hexadecimal characters',
    ],
    ['with the sequence 0', [createTrack('a.mp3', 0)], 'counts from 1'],
    ['with the sequence 1.5', [createTrack('a.mp3', 1.5)], 'counts from 1'],
    [
      'with a repeated sequence',
      [createTrack('a.mp3', 1), createTrack('b.mp3', 1)],
      'files[1] (b.mp3) has the chapter sequence 1; each counts from 1 and is used once',
    ],
    [
      'with chapters for only some tracks',
      [createTrack('a.mp3', 1), createTrack('b.mp3')],
      'files[1] (b.mp3) has no chapter',
    ],
    [
      'with a chapter for a cover',
      // @ts-expect-error: the compiler refuses it as well
      [{ ...createTrack('a.jpg', 1), role: 'audio_cover' }],
      'has a chapter as audio_cover',
    ],
  ])('refuses files %s', (_, files, message) => {
    expect(() => planFiles(files)).toThrow(message);
    expect(() => planFiles(files)).toThrow('Nothing was sent');
  });
});

it('planFiles takes the media type from `type`, the extension of the name or the Blob', () => {
  const textBlob = new Blob(['bytes'], { type: 'text/plain' });
  const plan = planFiles([
    { role: 'ebook_content', blob: textBlob, filename: 'a.epub' },
    { role: 'ebook_content', blob: textBlob, filename: 'a' },
    { role: 'ebook_content', blob, filename: 'a', type: 'application/epub+zip' },
  ]);
  const types = ['application/epub+zip', 'text/plain', 'application/epub+zip'];
  expect(plan.map(({ type }) => type)).toEqual(types);
});

it.each([{ concurrency: 0 }, { concurrency: 1.5 }, { maxAttempts: 0 }, { stallMs: Number.NaN }])(
  'readSettings refuses %o',
  (options) => {
    expect(() => readSettings(options, {})).toThrow('Nothing was sent');
  },
);
