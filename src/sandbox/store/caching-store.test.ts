import { expect, test } from 'vitest';
import { newBook, createTestClient, valueAt } from '../scenes/ask-in-process.ts';
import { createCachingStore } from './caching-store.ts';
import { createSandbox } from '../sandbox.ts';
import { openStore } from './sql-store.ts';
import type { Store } from './store.ts';

/** A sandbox on a store that counts how often it is read. */
async function watched() {
  const store = await openStore();
  const counts = { books: 0, pages: 0 };
  const counting: Store = {
    ...store,
    readBook: (id) => {
      counts.books += 1;
      return store.readBook(id);
    },
    readPage: (query) => {
      counts.pages += 1;
      return store.readPage(query);
    },
  };
  const sandbox = await createSandbox({ store: createCachingStore(counting) });
  return { counts, sandbox, ask: createTestClient(sandbox) };
}

test('pages are read once until a book changes', async () => {
  const { counts, ask, sandbox } = await watched();
  const id = await ask.create('ebook');
  await ask.get('/books');
  await ask.get('/books');
  expect(counts.pages).toBe(1);
  await ask.patch(`/books/${id}`, { title: 'New' });
  const { body } = await ask.get('/books');
  expect([counts.pages, valueAt(body, 'data.0.attributes.title')]).toEqual([2, 'New']);
  await sandbox.close();
});

test('a book that was written is not read', async () => {
  const { counts, ask, sandbox } = await watched();
  const id = await ask.create('ebook');
  await ask.patch(`/books/${id}`, { title: 'New' });
  expect(valueAt((await ask.get(`/books/${id}`)).body, 'data.attributes.title')).toBe('New');
  expect(counts.books).toBe(0);
  await sandbox.close();
});

test('a value that was read before a change and arrives after it is not cached', async () => {
  const store = await openStore();
  const first = await createSandbox({ store });
  const id = await createTestClient(first).create('ebook');
  const { promise: until, resolve: release } = withResolvers();
  const remembering = createCachingStore({
    ...store,
    readBook: async (book) => {
      const found = await store.readBook(book);
      await until;
      return found;
    },
  });
  const late = remembering.readBook(id);
  const [book] = await store.readAllBooks();
  if (book === undefined) throw new Error('The book is not there.');
  const changed = { ...book, version: book.version + 1, title: 'New' };
  const externalId = { unique: false, folded: false, keptByDeleted: false };
  await remembering.replaceBook({
    book: changed,
    item: '{}',
    readingsHash: '',
    externalId,
    listed: true,
  });
  release();
  expect((await late)?.title).toBe(newBook('ebook')['title']);
  expect((await remembering.readBook(id))?.title).toBe('New');
  await first.close();
});

function withResolvers() {
  const both: { resolve: () => void } = { resolve: () => undefined };
  const promise = new Promise<void>((resolve) => {
    both.resolve = resolve;
  });
  return { promise, resolve: () => both.resolve() };
}
