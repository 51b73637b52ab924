import { beforeEach, expect, test } from 'vitest';
import { isValidIsbn13 } from '../../rules/isbn.ts';
import { newBook } from '../../../tests/support/books.ts';
import { createFolder, openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { makeRow, makeStoredBook } from '../../../tests/support/sandbox/stored-book.ts';
import { createSandbox } from '../sandbox.ts';
import { makeBook } from './catalogue.ts';

let { sandbox, client } = await openTestSandbox();
beforeEach(async () => {
  ({ sandbox, client } = await openTestSandbox());
});

test('the same seed makes the same books, with unique ids, all formats and valid ISBNs', () => {
  const makeBooks = (seed: number) =>
    Array.from({ length: 200 }, (_one, index) => makeBook(index, { seed, now: 1_790_000_000_000 }));
  expect(makeBooks(1)).toEqual(makeBooks(1));
  expect(makeBooks(1)).not.toEqual(makeBooks(2));
  const books = makeBooks(1);
  expect(new Set(books.map(({ id }) => id)).size).toBe(200);
  expect(new Set(books.map(({ format }) => format))).toEqual(new Set(['ebook', 'print', 'audio']));
  for (const { isbn } of books) if (isbn !== null) expect(isValidIsbn13(isbn)).toBe(true);
  expect(new Set(books.map(({ isbn }) => isbn).filter(Boolean)).size).toBeGreaterThan(100);
});

test('a seeded sandbox lists, reads, changes and looks up its books', async () => {
  await sandbox.seed({ count: 700, seed: 3 });
  const list = await client.get('/books?sort=title&page=7&perPage=100');
  expect(valueAt(list.body, 'meta')).toEqual({ total: 700, page: 7, perPage: 100, lastPage: 7 });
  const id = String(valueAt(list.body, 'data.99.id'));
  expect((await client.get(`/books/${id}`)).status).toBe(200);
  expect((await client.patch(`/books/${id}`, { title: 'Changed' })).status).toBe(200);
  expect((await client.get('/books/external-id/CAT-3-0000001')).status).toBe(200);
});

test('an import of an export results in the same books', async () => {
  await sandbox.seed({ count: 20, seed: 3 });
  await client.createReady('audio', { externalId: 'mine' });
  const lines: string[] = [];
  for await (const line of sandbox.exportBooks()) lines.push(line);
  const { sandbox: other } = await openTestSandbox();
  expect(await other.importBooks(lines)).toBe(21);
  const plain = (books: readonly object[]) => books.map((book) => ({ ...book, version: 0 }));
  expect(plain(await other.books())).toEqual(plain(await sandbox.books()));
});

test('importBooks accepts the body of a create and ignores an empty line', async () => {
  expect(await sandbox.importBooks([JSON.stringify(newBook('audio')), ''])).toBe(1);
  const { body } = await client.get('/books');
  expect(valueAt(body, 'data.0.attributes')).toMatchObject({ format: 'audio', status: 'draft' });
});

test.each([
  ['{', /Line 2 is not JSON/],
  ['[]', /Line 2 is not a book: Must be object/],
  ['{"format":"ebook"}', /Line 2 is not a book: title: Is missing/],
  [JSON.stringify({ ...newBook('ebook'), status: 'sold' }), /Line 2 is not a book: status/],
  [JSON.stringify({ ...newBook('ebook'), id: 'x' }), /Line 2 is not a book: id/],
  [JSON.stringify({ ...newBook('ebook'), createdAt: 9e15 }), /Line 2 is not a book: createdAt/],
  [JSON.stringify({ ...newBook('ebook'), files: [{ id: 'x' }] }), /Line 2 is not a book: files/],
  [JSON.stringify({ ...newBook('audio'), chapters: [1] }), /Line 2 is not a book: chapters/],
  [JSON.stringify(newBook('ebook', { title: '\ud800' })), /Line 2 has .* half of a surrogate pair/],
])('importBooks rejects the line %s with its number', async (line, message) => {
  const lines = [JSON.stringify(newBook('ebook')), line];
  await expect(sandbox.importBooks(lines)).rejects.toThrow(message);
});

test('a catalogue that fills an empty sandbox has the same lists as one that is added batch by batch', async () => {
  await sandbox.seed({ count: 3_500, seed: 1 });
  const { sandbox: other, client: otherClient } = await openTestSandbox({ clock: sandbox.clock });
  await other.addFirstBooks({ name: 'books', count: 3_500 });
  for (const query of [
    'sort=title&page=30',
    'sort=productIdentifier&page=70',
    'language=de',
    'format=audio&page=2&language=en',
  ]) {
    const meta = async (service: typeof client) =>
      valueAt((await service.get(`/books?${query}`)).body, 'meta');
    expect(await meta(client)).toEqual(await meta(otherClient));
  }
  const readTitle = async (service: typeof client) => {
    const { body } = await service.get('/books?sort=title&page=35&perPage=100');
    return valueAt(body, 'data.99.attributes.title');
  };
  expect(await readTitle(otherClient)).toBe(await readTitle(client));
  await otherClient.create('ebook', { title: 'A first one' });
  const { body } = await otherClient.get('/books?sort=title');
  expect(valueAt(body, 'meta.total')).toBe(3_501);
});

test('a batch of first books is stored before the next one is made, so that memory does not grow', async () => {
  const { store } = sandbox.parts;
  const storedBefore: number[] = [];
  async function* makeBatches() {
    for (let batch = 0; batch < 4; batch += 1) {
      storedBefore.push((await store.readAllBooks()).length);
      const rows = [1, 2].map((index) => makeRow(makeStoredBook(batch * 2 + index)));
      yield { rows, progress: String(batch) };
    }
  }
  await store.insertMany(makeBatches());
  expect(storedBefore).toEqual([0, 2, 4, 6]);
});

test('other requests are answered while the lists of the first books are built', async () => {
  const { store } = sandbox.parts;
  const rows = [1, 2, 3].map((index) => makeRow(makeStoredBook(index, { language: ['EN', 'DE'] })));
  let turns = 0;
  let next: NodeJS.Immediate | undefined;
  const countTurn = () => {
    turns += 1;
    next = setImmediate(countTurn);
  };
  countTurn();
  await store.insertMany([{ rows, progress: 'all' }]);
  clearImmediate(next);
  // One turn for each list: those of each sort, for each filter.
  expect(turns).toBeGreaterThan(10);
});

/** Returns the lines of a number of books, and then fails if the file is to be interrupted. */
async function* readLines(count: number, isInterrupted: boolean) {
  for (let index = 0; index < count; index += 1) {
    yield JSON.stringify(newBook('ebook', { title: `Book ${index}`, externalId: `line ${index}` }));
  }
  if (isInterrupted) throw new Error('killed');
}

test.each([
  [
    'made-up books',
    (isInterrupted: boolean) => ({
      count: 12_000,
      onProgress: (done: number) => {
        if (isInterrupted && done === 10_000) throw new Error('killed');
      },
    }),
    12_000,
  ],
  ['a file', (isInterrupted: boolean) => ({ lines: readLines(5_020, isInterrupted) }), 5_020],
])(
  'an interrupted seeding with %s is not ready after a restart, and continues without a gap or a duplicate',
  async (name, createSource, total) => {
    const data = createFolder();
    const first = await createSandbox({ data });
    await expect(first.addFirstBooks({ name, ...createSource(true) })).rejects.toThrow('killed');
    await first.close();
    const second = await openTestSandbox({ data });
    const readStatus = async () =>
      (await second.sandbox.fetch(new Request('http://sandbox/ready'))).status;
    expect(await readStatus()).toBe(503);
    for (const other of [undefined, { name: 'another', count: 5 }])
      await expect(second.sandbox.addFirstBooks(other)).rejects.toThrow(
        `--seed ${name} was interrupted`,
      );
    expect(await second.sandbox.addFirstBooks({ name, ...createSource(false) })).toBe(total);
    expect(await readStatus()).toBe(200);
    const { body } = await second.client.get('/books?sort=title&perPage=100&page=50');
    expect(valueAt(body, 'meta.total')).toBe(total);
    const ids = new Set(
      (await second.sandbox.books()).map(({ externalId, id }) => externalId ?? id),
    );
    expect(ids.size).toBe(total);
    expect(await second.sandbox.addFirstBooks({ name, count: 5 })).toBeUndefined();
  },
);
