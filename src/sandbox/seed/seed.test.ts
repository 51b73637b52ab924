import { afterEach, beforeEach, expect, test } from 'vitest';
import { validIsbn13 } from '../../rules/valid-isbn13.ts';
import { asking, at, newBook } from '../scenes/ask-in-process.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { exportBooks, importBooks, seedCatalogue } from './seed.ts';
import { makeBook } from './catalogue.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox();
});

afterEach(() => sandbox.close());

function account() {
  const found = sandbox.parts.accountOf('sandbox-key');
  if (found === undefined) throw new Error('There is no account.');
  return found;
}

test('a catalogue is the same for the same seed, and another one for another', () => {
  const make = (seed: number) =>
    Array.from({ length: 200 }, (_one, index) => makeBook(index, { seed, now: 1_790_000_000_000 }));
  expect(make(1)).toEqual(make(1));
  expect(make(1)).not.toEqual(make(2));
  const books = make(1);
  expect(new Set(books.map(({ id }) => id)).size).toBe(200);
  expect(new Set(books.map(({ format }) => format))).toEqual(new Set(['ebook', 'print', 'audio']));
  for (const { isbn } of books) if (isbn !== null) expect(validIsbn13(isbn)).toBe(true);
  expect(new Set(books.map(({ isbn }) => isbn).filter(Boolean)).size).toBeGreaterThan(100);
});

test('a seeded sandbox lists, reads and changes its books as any other', async () => {
  await seedCatalogue(account(), { count: 700, seed: 3 }, sandbox.parts);
  const ask = asking(sandbox);
  const list = await ask.get('/books?sort=title&page=7&perPage=100');
  expect(at(list.body, 'meta')).toEqual({ total: 700, page: 7, perPage: 100, lastPage: 7 });
  const id = String(at(list.body, 'data.99.id'));
  expect((await ask.get(`/books/${id}`)).status).toBe(200);
  expect((await ask.patch(`/books/${id}`, { title: 'Changed' })).status).toBe(200);
  expect((await ask.get('/books/external-id/CAT-3-0000001')).status).toBe(200);
});

test('what is exported can be imported, and is then the same', async () => {
  await seedCatalogue(account(), { count: 20, seed: 3 }, sandbox.parts);
  await asking(sandbox).ready('audio', { externalId: 'mine' });
  const lines: string[] = [];
  for await (const line of exportBooks(sandbox.parts)) lines.push(line);
  const other = await createSandbox();
  expect(await importBooks(lines, account(), other.parts)).toBe(21);
  const plain = (books: readonly object[]) => books.map((book) => ({ ...book, version: 0 }));
  expect(plain(await other.books())).toEqual(plain(await sandbox.books()));
  await other.close();
});

test('a line may be what a client sends to create a book', async () => {
  expect(await importBooks([JSON.stringify(newBook('audio')), ''], account(), sandbox.parts)).toBe(
    1,
  );
  const { body } = await asking(sandbox).get('/books');
  expect(at(body, 'data.0.attributes')).toMatchObject({ format: 'audio', status: 'draft' });
});

test.each([
  ['{', /Line 2 is not JSON/],
  ['[]', /Line 2 is not a book: it/],
  ['{"format":"ebook"}', /Line 2 is not a book: title: Is missing/],
  [JSON.stringify({ ...newBook('ebook'), status: 'sold' }), /Line 2 is not a book: status/],
  [JSON.stringify({ ...newBook('ebook'), id: 'x' }), /Line 2 is not a book: id/],
])('%s is refused by its number', async (line, message) => {
  const lines = [JSON.stringify(newBook('ebook')), line];
  await expect(importBooks(lines, account(), sandbox.parts)).rejects.toThrow(message);
});
