import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClient, valueAt, type TestClient } from '../scenes/ask-in-process.ts';
import { type SettableClock, createClock } from '../parts/index.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
let clock: SettableClock;
let ask: TestClient;

beforeEach(async () => {
  clock = createClock();
  clock.freeze(Date.UTC(2026, 10, 21, 12));
  sandbox = await createSandbox({ clock, reviewMs: 10_000 });
  ask = createTestClient(sandbox);
});

afterEach(() => sandbox.close());

const publish = (id: string) => ask.post(`/books/${id}/publish`, {});
const unpublish = (id: string) => ask.post(`/books/${id}/unpublish`, {});

test.each(['ebook', 'audio', 'print'] as const)('a complete %s is published', async (format) => {
  const { id } = await ask.ready(format);
  const response = await publish(id);
  expect([response.status, response.text, response.mediaType]).toEqual([204, '', '']);
  expect(await ask.status(id)).toBe('in_review');
});

test('review ends after its time, or on request', async () => {
  const { id } = await ask.ready('ebook');
  await publish(id);
  clock.advance(9_999);
  expect(await ask.status(id)).toBe('in_review');
  clock.advance(1);
  expect(await ask.status(id)).toBe('published');
  await sandbox.settle(id, 'action_needed');
  expect(await ask.status(id)).toBe('action_needed');
});

test('a book that is changed during review is not published by itself', async () => {
  const { id } = await ask.ready('ebook');
  await publish(id);
  await ask.patch(`/books/${id}`, { title: 'Changed' });
  clock.advance(60_000);
  expect(await ask.status(id)).toBe('draft');
});

test.each([
  ['1999-01-01', 422],
  ['2026-11-20', 422],
  ['2026-11-21', 422],
  ['2026-12-05', 422],
  ['2026-12-06', 204],
  ['2027-06-01', 204],
])('a book dated %s that is not final gets %i', async (publicationDate, status) => {
  const { id } = await ask.ready('ebook');
  await ask.patch(`/books/${id}`, { publicationDate, isFinalVersion: false });
  const response = await publish(id);
  expect(response.status).toBe(status);
  expect(await ask.status(id)).toBe(status === 204 ? 'in_review' : 'draft');
  await ask.patch(`/books/${id}`, { isFinalVersion: true });
  expect((await publish(id)).status).toBe(204);
});

test('today is a day of UTC, to the millisecond', async () => {
  const { id } = await ask.ready('ebook');
  await ask.patch(`/books/${id}`, { publicationDate: '2026-12-06', isFinalVersion: false });
  clock.set(Date.UTC(2026, 10, 21, 23, 59, 59, 999));
  expect((await publish(id)).status).toBe(204);
  clock.advance(1);
  expect((await publish(id)).status).toBe(422);
});

test.each(['draft', 'published', 'in_review', 'withdrawn', 'action_needed'])(
  'a book that is %s and fails the final validation stays so',
  async (status) => {
    const { id } = await ask.ready('ebook');
    await ask.patch(`/books/${id}`, { publicationDate: '2026-11-22', isFinalVersion: false });
    if (status !== 'draft') await sandbox.settle(id, status);
    const response = await publish(id);
    expect([response.status, valueAt(response.body, 'invalidParams.0.name')]).toEqual([
      422,
      'isFinalVersion',
    ]);
    expect(await ask.status(id)).toBe(status);
  },
);

test('an audiobook needs a narrator, chapters, and a chapter for each track', async () => {
  const { id, content } = await ask.ready('audio');
  const author = { firstName: 'A', lastName: 'B', role: 'Author' };
  const narrator = { ...author, role: 'Narrated by' };
  await ask.patch(`/books/${id}`, { contributor: [author] });
  expect((await publish(id)).requirement).toBe('publish.narrator');
  await ask.patch(`/books/${id}`, { contributor: [narrator] });
  const second = await ask.file(id, 'audio_content', 'another track');
  expect((await publish(id)).requirement).toBe('publish.unmapped-file');
  await ask.patch(`/books/${id}`, { chapters: [{ fileId: second.id, sequence: 2, title: 'Two' }] });
  expect((await publish(id)).status).toBe(204);
  expect(content.id).not.toBe(second.id);
  const bare = await ask.create('audio');
  const response = await publish(bare);
  expect([response.status, response.requirement]).toEqual([422, 'publish.chapters-present']);
});

test('a refusal lists everything that is missing', async () => {
  const id = await ask.create('print', { isbn: null, publicationDate: '2026-11-21' });
  const { body } = await publish(id);
  const params = valueAt(body, 'invalidParams');
  expect(Array.isArray(params) && params.map((param: unknown) => valueAt(param, 'name'))).toEqual([
    'isFinalVersion',
    'isbn',
    'files',
    'files',
  ]);
});

test('forty concurrent publishes are one transition', async () => {
  const { id } = await ask.ready('ebook');
  const before = (await sandbox.books()).find((book) => book.id === id)?.version ?? 0;
  const responses = await Promise.all(Array.from({ length: 40 }, () => publish(id)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
  const after = (await sandbox.books()).find((book) => book.id === id);
  expect([after?.status, after?.version]).toEqual(['in_review', before + 1]);
});

test('a published book is withdrawn, edited and published again', async () => {
  const { id } = await ask.ready('ebook');
  expect([(await unpublish(id)).status, await ask.status(id)]).toEqual([409, 'draft']);
  await publish(id);
  await sandbox.settle(id);
  expect((await unpublish(id)).status).toBe(204);
  expect(await ask.status(id)).toBe('withdrawn');
  expect((await publish(id)).status).toBe(204);
  await sandbox.settle(id);
  await ask.patch(`/books/${id}`, { title: 'Second edition' });
  expect((await publish(id)).status).toBe(204);
});

test('an unknown book gets 404', async () => {
  const unknown = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
  expect((await publish(unknown)).status).toBe(404);
  expect((await unpublish(unknown)).status).toBe(404);
});

test.each([
  ['draft', 204],
  ['withdrawn', 204],
  ['action_needed', 204],
  ['published', 409],
  ['in_review', 409],
])('deleting a book that is %s gets %i', async (status, answer) => {
  const { id } = await ask.ready('ebook', { externalId: 'x' });
  if (status !== 'draft') await sandbox.settle(id, status);
  const response = await ask.remove(`/books/${id}`);
  expect(response.status).toBe(answer);
  if (answer === 409) {
    expect(valueAt(response.body, 'detail')).toMatch(/is not deleted/);
    expect(valueAt(response.body, 'invalidParams')).toEqual([]);
    expect(await ask.status(id)).toBe(status);
    return;
  }
  expect((await ask.get(`/books/${id}`)).status).toBe(404);
  expect((await ask.get('/books/external-id/x')).status).toBe(422);
  expect((await ask.remove(`/books/${id}`)).status).toBe(404);
  expect(await ask.create('ebook', { externalId: 'x' })).not.toBe(id);
});

test('publish, unpublish and delete need no body', async () => {
  const { id } = await ask.ready('ebook');
  expect((await ask.ask('POST', `/books/${id}/publish`)).status).toBe(204);
  expect((await ask.ask('POST', `/books/${id}/unpublish`)).status).toBe(204);
  expect((await ask.ask('DELETE', `/books/${id}`)).status).toBe(204);
});
