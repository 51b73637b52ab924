/** Tests the calls of the sandbox in cases that the suite does not cover. */
import { beforeEach, expect, test, onTestFinished } from 'vitest';
import { newBook } from '../../../tests/support/books.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import {
  valueAt,
  createTestClient,
  descriptor,
  sha256,
} from '../../../tests/support/sandbox/test-client.ts';
import { createSandbox } from '../index.ts';
import { openStore } from '../store/index.ts';
import { createClock } from '../replaceable-parts/index.ts';

const clock = createClock();
const { sandbox, client } = await openTestSandbox({ clock, reviewMs: 10_000 });

beforeEach(async () => {
  clock.freeze(Date.UTC(2026, 10, 21, 12));
  await sandbox.reset();
});

test('forty concurrent creates with one external id create one book', async () => {
  const body = newBook('ebook', { externalId: 'race' });
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => client.post('/books', body)),
  );
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 422)).toHaveLength(39);
  expect(await sandbox.books()).toHaveLength(1);
});

test('a book has at most 500 languages, and each finds it', async () => {
  const create = async (count: number) => {
    const language = Array.from({ length: count }, (_, index) => `y${index}`);
    return client.post('/books', newBook('ebook', { language }));
  };
  expect((await create(500)).status).toBe(201);
  const { body } = await client.get('/books?language=y499');
  expect(valueAt(body, 'meta.total')).toBe(1);
  const refusal = await create(501);
  expect([refusal.status, refusal.requirement]).toEqual([413, 'sizes']);
});

const list = async (query: string) => (await client.get(`/books${query}`)).body;
const valuesAt = (body: unknown, path: string) => {
  const items = valueAt(body, 'data');
  return Array.isArray(items) ? items.map((item: unknown) => valueAt(item, path)) : [];
};
const titles = async (query: string) => valuesAt(await list(query), 'attributes.title');

test.each(['9007199254740993', '123456789012345678901'])(
  'the page %s is empty and is shown with all its digits',
  async (page) => {
    const { status, text } = await client.get(`/books?page=${page}`);
    expect([status, text]).toEqual([200, expect.stringContaining(`"page":${page},`)]);
    expect(text).toContain(`page=${page}&`);
  },
);

test('a language filter treats special characters literally', async () => {
  await client.create('ebook', { title: 'odd', language: ['x%_"!'] });
  await client.create('ebook', { title: 'plain', language: ['xab'] });
  expect(await titles(`?language=${encodeURIComponent('x%_"!')}`)).toEqual(['odd']);
  expect(await titles('?language=x%25')).toEqual([]);
});

test('the grants of one request are stored in one transaction', async () => {
  const store = await openStore();
  const batchSizes: number[] = [];
  const recording = await createSandbox({
    store: {
      ...store,
      insertGrants: async (grants) => {
        batchSizes.push(grants.length);
        await store.insertGrants(grants);
      },
    },
  });
  onTestFinished(recording.close);
  const { create, sendRequest } = createTestClient(recording);
  const files = Array.from({ length: 300 }, (_one, number) =>
    descriptor({ referenceId: `${number}`, hashSha256: sha256(`${number}`) }),
  );
  const { status } = await sendRequest('POST', `/books/${await create('ebook')}/upload`, {
    json: files,
  });
  expect([status, batchSizes]).toEqual([201, [300]]);
});

const publish = (id: string) => client.post(`/books/${id}/publish`, {});

test('a review ends after `reviewMs`, or with the status passed to `settle`', async () => {
  const { id } = await client.createReady('ebook');
  await publish(id);
  clock.advance(9_999);
  expect(await client.readStatus(id)).toBe('in_review');
  clock.advance(1);
  expect(await client.readStatus(id)).toBe('published');
  await sandbox.settle(id, 'action_needed');
  expect(await client.readStatus(id)).toBe('action_needed');
});

test('a book that is changed during review stays a draft', async () => {
  const { id } = await client.createReady('ebook');
  await publish(id);
  await client.patch(`/books/${id}`, { title: 'Changed' });
  clock.advance(60_000);
  expect(await client.readStatus(id)).toBe('draft');
});

test('the final version window moves at midnight UTC, to the millisecond', async () => {
  const { id } = await client.createReady('ebook');
  await client.patch(`/books/${id}`, { publicationDate: '2026-12-06', isFinalVersion: false });
  clock.set(Date.UTC(2026, 10, 21, 23, 59, 59, 999));
  expect((await publish(id)).status).toBe(204);
  clock.advance(1);
  expect((await publish(id)).status).toBe(422);
});

test('forty concurrent publish requests all get 204 and change the book once', async () => {
  const { id } = await client.createReady('ebook');
  const before = (await sandbox.books()).find((book) => book.id === id)?.version ?? 0;
  const responses = await Promise.all(Array.from({ length: 40 }, () => publish(id)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
  const after = (await sandbox.books()).find((book) => book.id === id);
  expect([after?.status, after?.version]).toEqual(['in_review', before + 1]);
});

test.each([
  ['draft', 204],
  ['withdrawn', 204],
  ['action_needed', 204],
  ['published', 409],
  ['in_review', 409],
])(
  'a book that is %s becomes a draft by a change or a file, and its deletion gets %i',
  async (status, expected) => {
    const { id } = await client.createReady('ebook');
    const file = await client.grant(id, 'ebook_content', 'second');
    await client.upload(file.url, 'second');
    for (const change of [
      () => client.patch(`/books/${id}`, { title: 'Changed' }),
      () => client.attach(id, file),
    ]) {
      await sandbox.settle(id, status);
      expect([(await change()).status, await client.readStatus(id)]).toEqual([200, 'draft']);
    }
    await sandbox.settle(id, status);
    expect((await client.remove(`/books/${id}`)).status).toBe(expected);
  },
);
