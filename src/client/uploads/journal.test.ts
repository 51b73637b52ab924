/** Tests what a journal remembers, also one whose last line a crash cut short. */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openJournal, readBookJournal, type JournalNote } from './journal.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-journal-'));
});

afterAll(() => rm(folder, { recursive: true }));

const note = (reached: JournalNote['reached'], value: string, of = 'a'): JournalNote => ({
  bookId: 'book',
  of,
  reached,
  value,
});

it('ignores an incomplete line, and accepts lines after it', async () => {
  const path = join(folder, 'cut.journal');
  const journal = openJournal(path);
  expect(await journal.read()).toEqual([]);
  await journal.note(note('granted', '1'));
  await appendFile(path, '\n{"bookId":"book","of":"a","reac');
  await journal.note(note('sent', '1'));
  expect(await journal.read()).toEqual([note('granted', '1'), note('sent', '1')]);
  expect(await readFile(path, 'utf8')).not.toMatch(/https?:/);
});

it('keeps all of many concurrent notes', async () => {
  const journal = openJournal(join(folder, 'many.journal'));
  const numbers = Array.from({ length: 40 }, (_, number) => String(number));
  await Promise.all(numbers.map((number) => journal.note(note('granted', number))));
  expect(new Set((await journal.read()).map(({ value }) => value))).toEqual(new Set(numbers));
});

it('recalls how far a file got, once for each time it is listed', async () => {
  const notes = [
    note('granted', '1'),
    note('granted', '2'),
    note('sent', '2'),
    note('attached', '2'),
    note('granted', '3'),
    { ...note('attached', '9'), bookId: 'another book' },
    note('attached', '8', 'another file'),
  ];
  const { recall } = await readBookJournal('book', {
    read: async () => notes,
    note: async () => undefined,
  });
  const values = [recall('a'), recall('a'), recall('a'), recall('a')].map((known) => known?.value);
  expect(values).toEqual(['2', '3', '1', undefined]);
});

it('knows the chapters that were set last', async () => {
  const notes = ['one', 'two', 'one'].map((value) => note('set', value, 'chapters'));
  const { recall } = await readBookJournal('book', {
    read: async () => notes,
    note: async () => undefined,
  });
  expect(recall('chapters')?.value).toBe('one');
});
