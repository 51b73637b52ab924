import { expect, test } from 'vitest';
import { newBook } from '../../../tests/support/books.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { makeRow } from '../../../tests/support/sandbox/stored-book.ts';
import { createCachingStore } from './caching-store.ts';
import { openStore } from './sql-store.ts';
import type { Store } from './store.ts';

/** Creates a sandbox with a cache and a store that counts its reads. */
async function openCounted() {
  const store = await openStore();
  const counts = { books: 0, pages: 0 };
  const countingStore: Store = {
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
  const { client } = await openTestSandbox({ store: createCachingStore(countingStore) });
  return { counts, client };
}

test('a page is read from the store only once, until a book changes', async () => {
  const { counts, client } = await openCounted();
  const id = await client.create('ebook');
  await client.get('/books');
  await client.get('/books');
  expect(counts.pages).toBe(1);
  await client.patch(`/books/${id}`, { title: 'New' });
  const { body } = await client.get('/books');
  expect([counts.pages, valueAt(body, 'data.0.attributes.title')]).toEqual([2, 'New']);
});

test('a book that was just written is not read from the store', async () => {
  const { counts, client } = await openCounted();
  const id = await client.create('ebook');
  await client.patch(`/books/${id}`, { title: 'New' });
  expect(valueAt((await client.get(`/books/${id}`)).body, 'data.attributes.title')).toBe('New');
  expect(counts.books).toBe(0);
});

test('a book that was read before a change is not cached if the read returns after the change', async () => {
  const store = await openStore();
  const { client } = await openTestSandbox({ store });
  const id = await client.create('ebook');
  const { promise: released, resolve: release } = withResolvers();
  const cachingStore = createCachingStore({
    ...store,
    readBook: async (book) => {
      const storedBook = await store.readBook(book);
      await released;
      return storedBook;
    },
  });
  const lateRead = cachingStore.readBook(id);
  const [book] = await store.readAllBooks();
  if (book === undefined) throw new Error('The book is not there.');
  const changedBook = { ...book, version: book.version + 1, title: 'New' };
  await cachingStore.replaceBook(makeRow(changedBook));
  release();
  expect((await lateRead)?.title).toBe(newBook('ebook')['title']);
  expect((await cachingStore.readBook(id))?.title).toBe('New');
});

function withResolvers() {
  const resolver: { resolve: () => void } = { resolve: () => undefined };
  const promise = new Promise<void>((resolve) => {
    resolver.resolve = resolve;
  });
  return { promise, resolve: () => resolver.resolve() };
}
