import { beforeEach, expect, test } from 'vitest';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { createClock } from '../parts/index.ts';

const clock = createClock();
const { sandbox, client } = await openTestSandbox({ clock, reviewMs: 10_000 });

beforeEach(async () => {
  clock.freeze(Date.UTC(2026, 10, 21, 12));
  await sandbox.reset();
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
