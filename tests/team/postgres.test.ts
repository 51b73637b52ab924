/** Tests that the shared store behaves like the embedded one, on a real server. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClient, valueAt } from '../support/sandbox/test-client.ts';
import { createQuery, makeRow, makeStoredBook } from '../support/sandbox/stored-book.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { findFault } from '../../src/faults/narrowing/index.ts';
import { openSharedStore, openStore, type Store } from '../../src/sandbox/store/index.ts';
import { openPostgres } from '../../src/sandbox/database/postgres.ts';
import { createBook, fillStore, readEverything } from './compared-stores.ts';
import { startPostgres, type PostgresServer } from '../support/servers/postgres.ts';

const grant = {
  id: '00000000-0000-4000-8000-000000000001',
  bookId: '00000000-0000-4000-8000-000000000002',
  referenceId: 'one',
  role: 'ebook_content',
  filename: 'a\u0000.epub',
  hash: '0'.repeat(64),
  nonce: 'nonce',
  createdAt: 1,
  expiresAt: 2,
  uploads: 0,
  storedHash: null,
  storedKey: null,
  attachedAt: null,
};

let postgres: PostgresServer;
const openStores: Store[] = [];

/** Opens the store in a database, as another process would. */
async function openTestStore(url: string): Promise<Store> {
  const store = await openSharedStore(url);
  openStores.push(store);
  return store;
}

const openNewStore = async () => openTestStore(await postgres.createDatabase());

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await Promise.all(openStores.map((store) => store.close()));
  await postgres.stop();
});

test('three processes create the tables at the same time and share one secret', async () => {
  const url = await postgres.createDatabase();
  const stores = await Promise.all([openTestStore(url), openTestStore(url), openTestStore(url)]);
  const secrets = stores.map((store, index) =>
    store.readSetting('secret', () => `secret ${index}`),
  );
  expect(new Set(await Promise.all(secrets)).size).toBe(1);
});

test('has the same pages and lookups as the embedded store after the same changes', async () => {
  const [embeddedStore, sharedStore] = [await openStore(), await openNewStore()];
  await fillStore(embeddedStore);
  await fillStore(sharedStore);
  expect(await readEverything(sharedStore)).toEqual(await readEverything(embeddedStore));
  await embeddedStore.close();
});

test('insertMany builds the same lists as insertBooks', async () => {
  const [grownStore, builtStore] = [await openNewStore(), await openNewStore()];
  const rows = Array.from({ length: 5_000 }, (_, index) => makeRow(createBook(index + 1)));
  await grownStore.insertBooks(rows);
  await builtStore.insertMany([{ rows, progress: 'all' }]);
  expect(await readEverything(builtStore)).toEqual(await readEverything(grownStore));
  await builtStore.reset();
  expect((await builtStore.readPage(createQuery({}))).total).toBe(0);
});

test('reading pages does not fail while another process resets the store', async () => {
  const url = await postgres.createDatabase();
  const [reader, writer] = [await openTestStore(url), await openTestStore(url)];
  const progress = { resets: 0 };
  const resetStore = async () => {
    for (; progress.resets < 20; progress.resets += 1) {
      const books = Array.from({ length: 20 }, (_, index) => createBook(index + 1));
      await writer.insertBooks(books.map((book) => makeRow(book)));
      await writer.reset();
    }
  };
  const readUntilReset = async () => {
    while (progress.resets < 20) await reader.readPage(createQuery({ sort: 'title' }));
  };
  const readers = Array.from({ length: 4 }, readUntilReset);
  await expect(Promise.all([resetStore(), ...readers])).resolves.toBeDefined();
});

test('a claim ends with the process that made it', async () => {
  const url = await postgres.createDatabase();
  const first = await openSharedStore(url);
  const second = await openTestStore(url);
  await first.insertGrants([grant]);
  expect(await first.claimGrant(grant.id, 'one', false)).toBe(true);
  expect(await second.claimGrant(grant.id, 'two', false)).toBe(false);
  await first.close();
  expect(await second.claimGrant(grant.id, 'two', false)).toBe(true);
  expect(await second.noteUpload(grant.id, 'lost', 'hash')).toBe(false);
  expect(await second.noteUpload(grant.id, 'two', 'hash')).toBe(true);
  expect((await second.readGrant(grant.id))?.uploads).toBe(1);
});

test('a setting of the control API in one process holds for the others', async () => {
  const url = await postgres.createDatabase();
  const findFaults = (names: readonly string[]) => names.flatMap((name) => findFault(name) ?? []);
  const startSandbox = async () => createSandbox({ store: await openTestStore(url), findFaults });
  const [firstSandbox, secondSandbox] = [await startSandbox(), await startSandbox()];
  const account = firstSandbox.accounts[0]?.id ?? '';
  const frozenTime = Date.parse('2031-01-01T00:00:00Z');
  await firstSandbox.control.change(() => {
    firstSandbox.clock.freeze(frozenTime);
    firstSandbox.parts.chaos.set({
      seed: 1,
      rules: [{ operation: 'listBooks', nth: 2, effect: { kind: 'status', status: 429 } }],
    });
    firstSandbox.settings.behave(account, {
      readings: { 'create.response': 'walkthrough' },
      faults: ['attach-forgets-file'],
    });
  });
  const client = createTestClient(secondSandbox);
  expect((await client.get('/books')).status).toBe(200);
  expect((await client.get('/books')).status).toBe(429);
  expect((await client.get('/books')).headers.get('date')).toBe('Wed, 01 Jan 2031 00:00:00 GMT');
  expect(secondSandbox.settings.behaviour(account)).toEqual({
    readings: { 'create.response': 'walkthrough' },
    faults: ['attach-forgets-file'],
  });
  await secondSandbox.control.change(() => secondSandbox.clock.advance(60_000));
  await firstSandbox.control.refresh();
  expect(firstSandbox.clock.now()).toBe(frozenTime + 60_000);
});

test('a due review ends exactly once if several processes read the book', async () => {
  const url = await postgres.createDatabase();
  const startSandbox = async () => createSandbox({ store: await openTestStore(url) });
  const [firstSandbox, secondSandbox] = [await startSandbox(), await startSandbox()];
  const [sequence = 0] = await firstSandbox.parts.store.takeSequences(1);
  const account = firstSandbox.accounts[0]?.id ?? '';
  const reviewState = { status: 'in_review', reviewedAt: firstSandbox.clock.now() - 1, account };
  const book = makeStoredBook(sequence, reviewState);
  await firstSandbox.parts.store.insertBook(makeRow(book));
  const responses = Array.from({ length: 12 }, (_, index) =>
    createTestClient(index % 2 === 0 ? firstSandbox : secondSandbox).get(`/books/${book.id}`),
  );
  expect(new Set((await Promise.all(responses)).map(({ status }) => status))).toEqual(
    new Set([200]),
  );
  expect(await secondSandbox.parts.store.readBook(book.id)).toMatchObject({
    status: 'published',
    version: 2,
  });
});

test('a connection that breaks between two statements fails only its own transaction', async () => {
  const db = openPostgres(await postgres.createDatabase());
  const brokenTransaction = db.transaction(async (transaction) => {
    const rows = await transaction.query('select pg_backend_pid() as pid');
    await db.query('select pg_terminate_backend($1, 5000)', [Number(valueAt(rows, '0.pid'))]);
    await pause(50);
    await transaction.query('select 1');
  });
  await expect(brokenTransaction).rejects.toThrow(/connection|terminat/i);
  await expect(db.query('select 1')).resolves.toBeDefined();
  await db.close();
});

test('a connection prepares each statement once', async () => {
  const db = openPostgres(await postgres.createDatabase());
  const preparedStatements = await db.transaction(async ({ query }) => {
    for (const value of ['one', 'two']) await query('select $1 as value', [value]);
    return query('select statement from pg_prepared_statements');
  });
  expect(preparedStatements).toEqual([
    { statement: 'select $1 as value' },
    { statement: 'select statement from pg_prepared_statements' },
  ]);
  await db.close();
});

test('calls return 503 while the server restarts, and then the book again', async () => {
  const sandbox = await createSandbox({ store: await openNewStore() });
  const client = createTestClient(sandbox);
  const id = await client.create('ebook');
  await postgres.restart();
  const statuses: number[] = [];
  for (let tries = 0; tries < 20 && statuses.at(-1) !== 200; tries += 1) {
    statuses.push((await client.get(`/books/${id}`)).status);
  }
  expect(statuses.at(-1)).toBe(200);
  expect(statuses.slice(0, -1).every((status) => status === 503)).toBe(true);
});
