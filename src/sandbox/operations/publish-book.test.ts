import { beforeEach, expect, test } from 'vitest';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt } from '../../../tests/support/sandbox/test-client.ts';
import { createClock } from '../parts/index.ts';

const clock = createClock();
const { sandbox, client } = await openTestSandbox({ clock, reviewMs: 10_000 });

beforeEach(async () => {
  clock.freeze(Date.UTC(2026, 10, 21, 12));
  await sandbox.reset();
});

const publish = (id: string) => client.post(`/books/${id}/publish`, {});
const unpublish = (id: string) => client.post(`/books/${id}/unpublish`, {});

test.each(['ebook', 'audio', 'print'] as const)('a complete %s is published', async (format) => {
  const { id } = await client.createReady(format);
  const response = await publish(id);
  expect([response.status, response.text, response.mediaType]).toEqual([204, '', '']);
  expect(await client.readStatus(id)).toBe('in_review');
});

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

test.each([
  ['1999-01-01', 422],
  ['2026-11-20', 422],
  ['2026-11-21', 422],
  ['2026-12-05', 422],
  ['2026-12-06', 204],
  ['2027-06-01', 204],
])('a book dated %s that is not final gets %i', async (publicationDate, status) => {
  const { id } = await client.createReady('ebook');
  await client.patch(`/books/${id}`, { publicationDate, isFinalVersion: false });
  const response = await publish(id);
  expect(response.status).toBe(status);
  expect(await client.readStatus(id)).toBe(status === 204 ? 'in_review' : 'draft');
  await client.patch(`/books/${id}`, { isFinalVersion: true });
  expect((await publish(id)).status).toBe(204);
});

test('the final version window moves at midnight UTC, to the millisecond', async () => {
  const { id } = await client.createReady('ebook');
  await client.patch(`/books/${id}`, { publicationDate: '2026-12-06', isFinalVersion: false });
  clock.set(Date.UTC(2026, 10, 21, 23, 59, 59, 999));
  expect((await publish(id)).status).toBe(204);
  clock.advance(1);
  expect((await publish(id)).status).toBe(422);
});

test.each(['draft', 'published', 'in_review', 'withdrawn', 'action_needed'])(
  'a book that is %s keeps its status if it fails the final validation',
  async (status) => {
    const { id } = await client.createReady('ebook');
    await client.patch(`/books/${id}`, { publicationDate: '2026-11-22', isFinalVersion: false });
    if (status !== 'draft') await sandbox.settle(id, status);
    const response = await publish(id);
    expect([response.status, valueAt(response.body, 'invalidParams.0.name')]).toEqual([
      422,
      'isFinalVersion',
    ]);
    expect(await client.readStatus(id)).toBe(status);
  },
);

test('an audiobook needs a narrator, chapters, and a chapter for each track', async () => {
  const { id, content } = await client.createReady('audio');
  const author = { firstName: 'A', lastName: 'B', role: 'Author' };
  const narrator = { ...author, role: 'Narrated by' };
  await client.patch(`/books/${id}`, { contributor: [author] });
  expect((await publish(id)).requirement).toBe('publish.narrator');
  await client.patch(`/books/${id}`, { contributor: [narrator] });
  const second = await client.addFile(id, 'audio_content', 'another track');
  expect((await publish(id)).requirement).toBe('publish.unmapped-file');
  await client.patch(`/books/${id}`, {
    chapters: [{ fileId: second.id, sequence: 2, title: 'Two' }],
  });
  expect((await publish(id)).status).toBe(204);
  expect(content.id).not.toBe(second.id);
  const bookId = await client.create('audio');
  const response = await publish(bookId);
  expect([response.status, response.requirement]).toEqual([422, 'publish.chapters-present']);
});

test('the refusal of an incomplete print book names every concern', async () => {
  const id = await client.create('print', { isbn: null, publicationDate: '2026-11-21' });
  const { body } = await publish(id);
  const params = valueAt(body, 'invalidParams');
  expect(Array.isArray(params) && params.map((param: unknown) => valueAt(param, 'name'))).toEqual([
    'isFinalVersion',
    'isbn',
    'files',
    'files',
  ]);
});

test('forty concurrent publish requests all get 204 and change the book once', async () => {
  const { id } = await client.createReady('ebook');
  const before = (await sandbox.books()).find((book) => book.id === id)?.version ?? 0;
  const responses = await Promise.all(Array.from({ length: 40 }, () => publish(id)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([204]));
  const after = (await sandbox.books()).find((book) => book.id === id);
  expect([after?.status, after?.version]).toEqual(['in_review', before + 1]);
});

test('a published book is withdrawn, edited and published again', async () => {
  const { id } = await client.createReady('ebook');
  expect([(await unpublish(id)).status, await client.readStatus(id)]).toEqual([409, 'draft']);
  await publish(id);
  await sandbox.settle(id);
  expect((await unpublish(id)).status).toBe(204);
  expect(await client.readStatus(id)).toBe('withdrawn');
  expect((await publish(id)).status).toBe(204);
  await sandbox.settle(id);
  await client.patch(`/books/${id}`, { title: 'Second edition' });
  expect((await publish(id)).status).toBe(204);
});

test('publish and unpublish of an unknown book get 404', async () => {
  const unknownId = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
  expect((await publish(unknownId)).status).toBe(404);
  expect((await unpublish(unknownId)).status).toBe(404);
});

test.each([
  ['draft', 204],
  ['withdrawn', 204],
  ['action_needed', 204],
  ['published', 409],
  ['in_review', 409],
])('deleting a book that is %s gets %i', async (status, expectedStatus) => {
  const { id } = await client.createReady('ebook', { externalId: 'x' });
  if (status !== 'draft') await sandbox.settle(id, status);
  const response = await client.remove(`/books/${id}`);
  expect(response.status).toBe(expectedStatus);
  if (expectedStatus === 409) {
    expect(valueAt(response.body, 'detail')).toMatch(/cannot be deleted/);
    expect(valueAt(response.body, 'invalidParams')).toEqual([]);
    expect(await client.readStatus(id)).toBe(status);
    return;
  }
  expect((await client.get(`/books/${id}`)).status).toBe(404);
  expect((await client.get('/books/external-id/x')).status).toBe(422);
  expect((await client.remove(`/books/${id}`)).status).toBe(404);
  expect(await client.create('ebook', { externalId: 'x' })).not.toBe(id);
});

test('publish, unpublish and delete need no body', async () => {
  const { id } = await client.createReady('ebook');
  expect((await client.sendRequest('POST', `/books/${id}/publish`)).status).toBe(204);
  expect((await client.sendRequest('POST', `/books/${id}/unpublish`)).status).toBe(204);
  expect((await client.sendRequest('DELETE', `/books/${id}`)).status).toBe(204);
});
