/** Tests that three sandbox processes on one PostgreSQL and one object store behave like one process, even if they are killed. */
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSeedBooks } from '../../src/cli/sandbox/seed-books.ts';
import { createProcessShell } from '../../src/cli/shell/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { openS3Storage } from '../../src/sandbox/bytes/index.ts';
import { openSharedStore } from '../../src/sandbox/store/index.ts';
import { everyConsent, verify } from '../support/cli/run-command-line.ts';
import { sampleOr } from '../support/sample.ts';
import {
  createRemoteClient,
  createTestClient,
  sha256,
  type TestClient,
  valueAt,
} from '../support/sandbox/test-client.ts';
import { apiKey, bucket, type Deployment, startDeployment } from './deployment.ts';

let deployment: Deployment;
let client: TestClient;

beforeAll(async () => {
  deployment = await startDeployment();
  client = createRemoteClient(deployment.url, apiKey);
});
afterAll(() => deployment.stop());

/** Makes calls at the same time, and returns how many of the results are true. */
async function race(count: number, act: (index: number) => Promise<boolean>): Promise<number> {
  const results = await Promise.all(Array.from({ length: count }, (_, index) => act(index)));
  return results.filter(Boolean).length;
}

test('one of forty creates with one external id succeeds', async () => {
  const create = async () => client.create('ebook', { externalId: 'raced' });
  expect(
    await race(40, () =>
      create().then(
        () => true,
        () => false,
      ),
    ),
  ).toBe(1);
});

test('one of forty publishes of a draft succeeds', async () => {
  const { id } = await client.createReady('ebook');
  const publish = async () => (await client.post(`/books/${id}/publish`, {})).status;
  expect(await race(40, async () => (await publish()) === 204)).toBe(1);
});

test('one of forty uploads to a URL succeeds', async () => {
  const bytes = 'x'.repeat(200_000);
  const { url } = await client.grant(await client.create('ebook'), 'ebook_content', bytes);
  expect(await race(40, async () => (await client.upload(url, bytes)).status === 200)).toBe(1);
});

test('twenty updates, each with another chapter, all take effect', async () => {
  const book = await client.create('audio');
  const addChapter = async (index: number) => {
    const { id: fileId } = await client.addFile(book, 'audio_content', `chapter ${index}`);
    const chapter = { fileId, sequence: index + 1, title: `Chapter ${index + 1}` };
    return (await client.patch(`/books/${book}`, { chapters: [chapter] })).status === 200;
  };
  expect(await race(20, addChapter)).toBe(20);
  const { body } = await client.get(`/books/${book}`);
  expect(valueAt(body, 'data.attributes.chapters')).toHaveLength(20);
});

test('six sandboxes that start together share the seed books, the secret and the bucket', async () => {
  const url = await deployment.postgres.createDatabase();
  const options = { bucket: 'together', prefix: '', region: 'us-east-1', ...deployment.objects };
  const shell = { ...createProcessShell(), err: () => undefined };
  const start = async () => {
    const [store, bytes] = await Promise.all([openSharedStore(url), openS3Storage(options)]);
    const sandbox = await createSandbox({ store, bytes });
    await addSeedBooks('40', sandbox, shell);
    return sandbox;
  };
  const sandboxes = await Promise.all(Array.from({ length: 6 }, start));
  const totals = await Promise.all(sandboxes.map(async ({ books }) => (await books()).length));
  expect(totals).toEqual([40, 40, 40, 40, 40, 40]);
  // The second sandbox accepts a URL that the first one signed, so they share the secret and the bucket.
  const [first, second] = sandboxes.map((sandbox) => createTestClient(sandbox));
  const grant = await first?.grant((await first.create('ebook')) ?? '', 'ebook_content', 'bytes');
  expect((await second?.upload(grant?.url ?? '', 'bytes'))?.status).toBe(200);
  await Promise.all(sandboxes.map(({ close }) => close()));
});

test('a run finds no drift', async () => {
  const options = [...everyConsent, '--depth', sampleOr('quick', 'usual'), '--format', 'json'];
  expect(await verify([deployment.url, ...options], apiKey)).toMatchObject({ code: 0, drifts: [] });
});

/** The writes that the service acknowledged. */
interface Acknowledged {
  readonly bookIds: string[];
  /** The files that were attached, with their books. */
  readonly attached: (readonly [file: string, book: string])[];
  /** The hashes of all files that a URL was issued for. */
  readonly hashes: Map<string, string>;
}

/** Creates books with files until the signal is aborted. Some calls fail in the meantime. */
async function writeBooks(
  acknowledged: Acknowledged,
  signal: AbortSignal,
  firstTurn: number,
): Promise<void> {
  for (let turn = firstTurn; !signal.aborted; turn += 1) {
    const book = await client.create('ebook', { title: `Load ${turn}` }).catch(() => undefined);
    if (book === undefined) {
      await pause(50);
      continue;
    }
    acknowledged.bookIds.push(book);
    // Every tenth file is so large that it is stored in parts.
    const bytes = book.padEnd(turn % 10 === 0 ? 9 * 1024 * 1024 : 20_000, book);
    const file = await client.grant(book, 'ebook_content', bytes).catch(() => undefined);
    if (file === undefined) continue;
    acknowledged.hashes.set(file.id, file.hashSha256);
    const upload = await client.upload(file.url, bytes);
    if (upload.status !== 200) {
      await pause(50);
      continue;
    }
    const { status } = await client.attach(book, file);
    if (status === 200) acknowledged.attached.push([file.id, book]);
  }
}

/** Returns the ids of all books, page by page in the order of titles. */
async function listBooks(): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { status, text } = await client.get(`/books?perPage=100&sort=title&page=${page}`);
    expect(status).toBe(200);
    const found = [...text.matchAll(/"id":"([0-9a-f-]{36})","type":"book"/g)];
    if (found.length === 0) return ids;
    ids.push(...found.map(([, id = '']) => id));
  }
}

/** Returns a sentence for each acknowledged write that is lost, and for each file with other bytes. */
async function findLosses({ bookIds, attached, hashes }: Acknowledged): Promise<readonly string[]> {
  const listed = await listBooks();
  const lostBooks = bookIds.filter((id) => listed.filter((other) => other === id).length !== 1);
  const losses = lostBooks.map((id) => `The book ${id} is not listed once.`);
  for (const [file, book] of attached) {
    const { text } = await client.get(`/books/${book}`);
    if (!text.includes(file)) losses.push(`The file ${file} is not attached to ${book}.`);
  }
  const aws = new AwsClient({ ...deployment.objects, region: 'us-east-1', service: 's3' });
  const attachedFiles = new Set(attached.map(([file]) => file));
  const keys = await readStoredKeys();
  for (const [file, hash] of hashes) {
    const key = keys.get(file);
    if (key === undefined && !attachedFiles.has(file)) continue;
    const response = await aws.fetch(`${deployment.objects.endpoint}/${bucket}/files/${key}`);
    if (sha256(new Uint8Array(await response.arrayBuffer())) !== hash)
      losses.push(`The file ${file} does not have its bytes: ${response.status}.`);
  }
  return losses;
}

/** Returns the key of the object that each uploaded file was stored under, by file id. */
async function readStoredKeys(): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ id: string; key: string }>(
    'select id, stored_key as key from file_grant where stored_key is not null',
  );
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** Returns the lists whose counters do not add up to their entries, so that their pages would be wrong. */
async function findWrongCounters(): Promise<readonly unknown[]> {
  return query(
    `select name from list where
      (select count(*) from list_entry where list_entry.list = list.id) <>
      (select sum(entries) from list_span where list_span.list = list.id)`,
  );
}

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<readonly Row[]> {
  const connection = new pg.Client({ connectionString: deployment.postgres.url });
  await connection.connect();
  const { rows } = await connection.query<Row>(sql);
  await connection.end();
  return rows;
}

test.each<[string, (waitForBooks: () => Promise<void>) => Promise<void>]>([
  [
    'processes are killed one after the other',
    async (waitForBooks) => {
      for (let turn = 0; turn < sampleOr(2, 24); turn += 1) {
        await waitForBooks();
        await deployment.replace(turn % 3);
      }
    },
  ],
  ['PostgreSQL crashes and restarts', async () => deployment.postgres.restart()],
  // The outage lasts longer than the retries of a program, so uploads fail and are sent again.
  [
    'the object store is away for three seconds',
    () => deployment.objects.interrupt(() => pause(3_000)),
  ],
])('nothing acknowledged is lost if %s under load', async (_, interfere) => {
  const acknowledged: Acknowledged = { bookIds: [], attached: [], hashes: new Map() };
  const end = new AbortController();
  const writers = Array.from({ length: 8 }, async (_entry, writer) =>
    writeBooks(acknowledged, end.signal, writer),
  );
  const waitForBooks = async () => {
    const enough = acknowledged.attached.length + sampleOr(10, 20);
    while (acknowledged.attached.length < enough) await pause(20);
  };
  await waitForBooks();
  await interfere(waitForBooks);
  await waitForBooks();
  end.abort();
  await Promise.all(writers);
  expect(await findLosses(acknowledged)).toEqual([]);
  expect(await findWrongCounters()).toEqual([]);
});
