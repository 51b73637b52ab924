/** Tests which notes a journal returns and recalls, also if a crash has truncated its last line. */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openJournal, readJournal, type JournalNote } from './journal.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-journal-'));
});

afterAll(() => rm(folder, { recursive: true }));

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

it('recalls the grant with the furthest step first, and another grant of the file with each call', async () => {
  const notes = [
    createNote('granted', '1'),
    createNote('granted', '2'),
    createNote('sent', '2'),
    createNote('attached', '2'),
    createNote('granted', '3'),
    { ...createNote('attached', '9'), bookId: 'another book' },
    createNote('attached', '8', 'another file'),
  ];
  const { recall } = await readJournal('book', {
    read: async () => notes,
    note: async () => undefined,
  });
  const ids = [1, 2, 3, 4].map(() => recall('a')?.value);
  expect(ids).toEqual(['2', '3', '1', undefined]);
});

it('recalls the chapters that were set last', async () => {
  const notes = ['one', 'two', 'one'].map((value) => createNote('set', value, 'chapters'));
  const { recall } = await readJournal('book', {
    read: async () => notes,
    note: async () => undefined,
  });
  expect(recall('chapters')?.value).toBe('one');
});
