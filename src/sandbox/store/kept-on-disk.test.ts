import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createFolder, openTestSandbox } from '../../../tests/support/fixtures.ts';
import { createTestClient, valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { createSandbox } from '../sandbox.ts';
import { newBook } from '../../../tests/support/books.ts';
import { makeRow } from '../../../tests/support/sandbox/stored-book.ts';
import { createCachingStore } from './caching-store.ts';
import { openStore, type Store } from './sql-store.ts';

let data: string;

beforeEach(() => {
  data = createFolder();
});

const sandboxAt = (options: object = {}) => createSandbox({ data, ...options });

test('books, files, used URLs and open URLs survive a restart', async () => {
  const first = await sandboxAt();
  const client = createTestClient(first);
  const { id } = await client.createReady('audio', { externalId: 'kept' });
  const usedGrant = await client.addFile(id, 'audio_content', 'another');
  const openGrant = await client.grant(id, 'audio_content', 'later');
  const before = (await client.get(`/books/${id}`)).body;
  await first.close();

  const second = await sandboxAt();
  const secondClient = createTestClient(second);
  expect((await secondClient.get(`/books/${id}`)).body).toEqual(before);
  expect((await secondClient.get('/books/external-id/kept')).body).toEqual(before);
  expect((await secondClient.upload(usedGrant.url, 'another')).status).toBe(409);
  expect((await secondClient.upload(openGrant.url, 'later')).status).toBe(200);
  expect((await secondClient.attach(id, openGrant)).status).toBe(200);
  expect(await secondClient.create('ebook')).not.toBe(id);
  await second.close();
});

test('a review continues after a restart, and lists follow the new readings', async () => {
  const first = await sandboxAt();
  const client = createTestClient(first);
  const { id } = await client.createReady('ebook');
  await client.post(`/books/${id}/publish`, {});
  await first.close();
  const second = await sandboxAt({ readings: { 'timestamps.precision': 'offset' } });
  second.clock.advance(60_000);
  expect(await createTestClient(second).readStatus(id)).toBe('published');
  const { body } = await createTestClient(second).get('/books');
  expect(valueAt(body, 'data.0.attributes.createdAt')).toMatch(/\+00:00$/);
  await second.close();
});

test('an unfinished upload of a killed process is removed, and its URL can be used again', async () => {
  const first = await sandboxAt();
  const client = createTestClient(first);
  const id = await client.create('ebook');
  const grant = await client.grant(id, 'ebook_content', 'bytes');
  expect(await first.parts.store.claimGrant(grant.id, 'held', false)).toBe(true);
  await writeFile(join(data, 'files/incoming', grant.id), 'byt');
  await first.close();
  const second = await sandboxAt();
  expect(await readdir(join(data, 'files/incoming'))).toEqual([]);
  expect((await createTestClient(second).upload(grant.url, 'bytes')).status).toBe(200);
  await second.close();
});

test('only the owner can read a new data folder, and what a sandbox keeps in an existing one', async () => {
  const [created, existing] = [join(data, 'new'), join(data, 'existing')];
  await mkdir(join(existing, 'files'), { recursive: true });
  await writeFile(join(existing, 'books.db'), '', { mode: 0o644 });
  await chmod(join(existing, 'files'), 0o755);
  for (const folder of [created, existing]) {
    const sandbox = await createSandbox({ data: folder });
    await createTestClient(sandbox).create('ebook');
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o077, name).toBe(0);
    }
    await sandbox.close();
  }
  expect((await stat(created)).mode & 0o777).toBe(0o700);
});

test('a second sandbox on the same directory rejects, because the data is in use', async () => {
  const first = await sandboxAt();
  await expect(sandboxAt()).rejects.toThrow(/is in use/);
  await first.close();
});

/** Returns a program that creates books and uploads files, and prints each one once it is acknowledged. */
const writer = (directory: string) => `
  import { createSandbox } from ${JSON.stringify(new URL('../sandbox.ts', import.meta.url).href)};
  import { createTestClient } from ${JSON.stringify(new URL('../../../tests/support/sandbox/test-client.ts', import.meta.url).href)};
  import { writeSync } from 'node:fs';
  const client = createTestClient(await createSandbox({ data: ${JSON.stringify(directory)} }));
  const write = async () => {
    for (;;) {
      const book = await client.create('ebook');
      writeSync(1, 'book ' + book + '\\n');
      const file = await client.addFile(book, 'ebook_content', book);
      writeSync(1, 'file ' + book + ' ' + file.id + '\\n');
    }
  };
  await Promise.all([write(), write(), write()]);
`;

async function writeUntilKilled(lines: number): Promise<string[]> {
  const node = ['--import', 'tsx', '--input-type=module', '-e', writer(data)];
  const child = spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    output += text;
    if (output.split('\n').length > lines) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return output.split('\n').slice(0, -1);
}

test('no acknowledged book or file is lost when the process is killed while it writes', async () => {
  const acknowledgedLines = await writeUntilKilled(90);
  expect(acknowledgedLines.length).toBeGreaterThanOrEqual(90);
  const sandbox = await sandboxAt();
  const books = new Map((await sandbox.books()).map((book) => [book.id, book]));
  for (const line of acknowledgedLines) {
    const [kind, book = '', file = ''] = line.split(' ');
    expect(books.has(book), line).toBe(true);
    if (kind !== 'file') continue;
    expect(books.get(book)?.files.map(({ id }) => id)).toEqual([file]);
    const key = (await sandbox.parts.store.readGrant(file))?.storedKey ?? '';
    expect(await sandbox.parts.bytes.size(key)).toBe(book.length);
  }
  expect(await readdir(join(data, 'files/incoming'))).toEqual([]);
  await sandbox.close();
});

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
