/** Holds the shared store to what the embedded one does, on a real server. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClient } from '../../src/sandbox/scenes/ask-in-process.ts';
import { rowFor, storedBook } from '../../src/sandbox/scenes/stored-book.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { findFault } from '../../src/faults/narrowing/index.ts';
import { openSharedStore, openStore, type Store } from '../../src/sandbox/store/index.ts';
import { openPostgres } from '../../src/sandbox/database/postgres.ts';
import { createBook, fill, query, readEverything } from './compared-stores.ts';
import { findPostgres, startPostgres, type PostgresServer } from './postgres.ts';

const bin = await findPostgres();
const startMs = 120_000;

let postgres: PostgresServer;
const opened: Store[] = [];

async function shared(url: string): Promise<Store> {
  const store = await openSharedStore(url);
  opened.push(store);
  return store;
}

describe.skipIf(bin === undefined)('books in PostgreSQL (skipped unless it is installed)', () => {
  beforeAll(async () => {
    postgres = await startPostgres(bin ?? '');
  }, startMs);
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await postgres.stop();
  });

  test('three processes create the tables at the same time', async () => {
    const url = await postgres.createDatabase();
    const stores = await Promise.all([shared(url), shared(url), shared(url)]);
    const secrets = stores.map((store, index) =>
      store.readSetting('secret', () => `secret ${index}`),
    );
    expect(new Set(await Promise.all(secrets)).size).toBe(1);
  });

  test(
    'the same changes lead to the same pages and lookups as in the embedded store',
    async () => {
      const stores = [await openStore(), await shared(await postgres.createDatabase())];
      for (const store of stores) await fill(store);
      const [one = [], two = []] = await Promise.all(stores.map(readEverything));
      expect(two).toEqual(one);
      await stores[0]?.close();
    },
    startMs,
  );

  test(
    'a list built in one step reads like one that grew',
    async () => {
      const stores = [
        await shared(await postgres.createDatabase()),
        await shared(await postgres.createDatabase()),
      ];
      const [grown, built] = stores;
      const books = Array.from({ length: 5_000 }, (_one, index) => createBook(index + 1));
      await grown?.insertBooks(books.map((book) => rowFor(book)));
      await built?.insertMany([books.map((book) => rowFor(book))]);
      const [one = [], two = []] = await Promise.all(stores.map(readEverything));
      expect(two).toEqual(one);
      await built?.reset();
      expect((await built?.readPage(query({})))?.total).toBe(0);
    },
    startMs,
  );

  test('of many creates with one external id in several processes, one is written', async () => {
    const url = await postgres.createDatabase();
    const stores = [await shared(url), await shared(url), await shared(url)];
    const externalId = { unique: true, folded: false, keptByDeleted: false };
    const creates = Array.from({ length: 40 }, async (_one, index) =>
      stores[index % 3]?.insertBook(
        rowFor(storedBook(index + 1, { externalId: 'same' }), { externalId }),
      ),
    );
    const outcomes = await Promise.all(creates);
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(39);
  });

  test('pages are read while the store is reset', async () => {
    const url = await postgres.createDatabase();
    const [reader, writer] = [await shared(url), await shared(url)];
    const progress = { resets: 0 };
    const reset = async () => {
      for (; progress.resets < 20; progress.resets += 1) {
        const books = Array.from({ length: 20 }, (_one, index) => createBook(index + 1));
        await writer.insertBooks(books.map((book) => rowFor(book)));
        await writer.reset();
      }
    };
    const read = async () => {
      while (progress.resets < 20) await reader.readPage(query({ sort: 'title' }));
    };
    await expect(Promise.all([reset(), read(), read(), read(), read()])).resolves.toBeDefined();
  });

  test('a claim ends with the process that made it', async () => {
    const url = await postgres.createDatabase();
    const first = await openSharedStore(url);
    const second = await shared(url);
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
    const [one, two] = await Promise.all(
      [1, 2].map(async () => createSandbox({ store: await shared(url), findFaults })),
    );
    if (one === undefined || two === undefined) throw new Error('Two sandboxes were wanted.');
    const account = one.accounts[0]?.id ?? '';
    const at = Date.parse('2031-01-01T00:00:00Z');
    await one.control.change(() => {
      one.clock.freeze(at);
      one.parts.chaos.set({
        seed: 1,
        rules: [{ operation: 'listBooks', nth: 2, effect: { kind: 'status', status: 429 } }],
      });
      one.behave(account, {
        readings: { 'create.response': 'walkthrough' },
        faults: findFaults(['attach-forgets-file']),
      });
    });
    const ask = createTestClient(two);
    expect((await ask.get('/books')).status).toBe(200);
    expect((await ask.get('/books')).status).toBe(429);
    expect((await ask.get('/books')).headers.get('date')).toBe('Wed, 01 Jan 2031 00:00:00 GMT');
    const { readings, faults = [] } = two.behaviour(account) ?? {};
    expect(readings).toEqual({ 'create.response': 'walkthrough' });
    expect(faults.map(({ name }) => name)).toEqual(['attach-forgets-file']);
    await two.control.change(() => two.clock.advance(60_000));
    await one.control.refresh();
    expect(one.clock.now()).toBe(at + 60_000);
  });

  test('a review that one process began ends in another, and once', async () => {
    const url = await postgres.createDatabase();
    const sandboxes = await Promise.all(
      [1, 2, 3].map(async () => createSandbox({ store: await shared(url) })),
    );
    const [first, second] = sandboxes;
    if (first === undefined || second === undefined) throw new Error('Two were wanted.');
    const [sequence = 0] = await first.parts.store.takeSequences(1);
    const account = first.accounts[0]?.id ?? '';
    const reviewed = { status: 'in_review', reviewedAt: first.clock.now() - 1, account };
    const book = storedBook(sequence, reviewed);
    await first.parts.store.insertBook(rowFor(book));
    const answers = Array.from({ length: 12 }, (_one, index) =>
      createTestClient(sandboxes[index % 3] ?? first).get(`/books/${book.id}`),
    );
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(
      new Set([200]),
    );
    expect(await second.parts.store.readBook(book.id)).toMatchObject({
      status: 'published',
      version: 2,
    });
  });

  test('a connection that breaks between two statements fails its transaction, and no other', async () => {
    const { db, close } = openPostgres(await postgres.createDatabase());
    const broken = db.transaction().execute(async (within) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(within);
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db);
      await pause(50);
      await sql`select 1`.execute(within);
    });
    await expect(broken).rejects.toThrow(/connection|terminat/i);
    await expect(sql`select 1`.execute(db)).resolves.toBeDefined();
    await close();
  });

  test(
    'the server ends at any time; calls fail until it is back, and nothing is lost',
    async () => {
      const sandbox = await createSandbox({ store: await shared(await postgres.createDatabase()) });
      const ask = createTestClient(sandbox);
      const id = await ask.create('ebook');
      await postgres.restart();
      const statuses: number[] = [];
      for (let tries = 0; tries < 20 && statuses.at(-1) !== 200; tries += 1) {
        statuses.push((await ask.get(`/books/${id}`)).status);
      }
      expect(statuses.at(-1)).toBe(200);
      expect(statuses.slice(0, -1).every((status) => status === 503)).toBe(true);
    },
    startMs,
  );
});

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
  attachedAt: null,
};
