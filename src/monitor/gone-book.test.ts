/** Judges lists and lookups that show a deleted book, in a service whose reads do not find it. */
import { expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge, listed, page } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const path = `/books/${id}`;
const minute = 60_000;
const created = exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) });
const deleted = exchangeOf('DELETE', path, { json: {}, status: 204, body: undefined });
const notFound = exchangeOf('GET', path, { status: 404, body: { message: 'There is none.' } });
const stillRead = exchangeOf('GET', path, { status: 200, body: book(id) });
const found = (answeredAt: number) =>
  exchangeOf('GET', '/books/external-id/cat-1', { status: 200, body: book(id), answeredAt });
const listedAt = (answeredAt: number) =>
  exchangeOf('GET', '/books', { status: 200, body: page([listed(id, {})]), answeredAt });

test('a lookup does not find a deleted book once it can no longer lag', () => {
  expect(judge([created, deleted, notFound, found(minute)]).drifts).toEqual(['lookup.unknown-422']);
  expect(judge([created, deleted, notFound, found(1000)]).drifts).toEqual([]);
  expect(judge([created, deleted, notFound, found(1000)]).older).toEqual([4]);
});

test('a list does not show a deleted book once it can no longer lag', () => {
  expect(judge([created, deleted, notFound, listedAt(minute)]).drifts).toEqual(['delete.deletes']);
  expect(judge([created, deleted, notFound, listedAt(1000)]).drifts).toEqual([]);
});

test('a service that keeps deleted books visible shows them everywhere', () => {
  const kept = [created, deleted, stillRead, found(minute), listedAt(2 * minute)];
  expect(judge(kept).drifts).toEqual([]);
});

test('a change of a deleted book gets 404 from a service whose reads do not find it', () => {
  const body = { title: 'No', status: 422, detail: 'No.', instance: path, invalidParams: [] };
  const update = (status: number) =>
    exchangeOf('PATCH', path, { json: { subtitle: 'Late' }, status, body: { ...body, status } });
  expect(judge([created, deleted, notFound, update(422)]).drifts).toContain('update.unknown-404');
  expect(judge([created, deleted, notFound, update(404)]).drifts).toEqual([]);
  expect(judge([created, deleted, stillRead, update(422)]).drifts).toEqual([]);
});

test('a file that was granted for a deleted book may still be attached', () => {
  const fileId = '7d1c4f2e-0b3a-4c55-8e19-6a2f5b9c0d31';
  const url = 'https://storage.test/f';
  const upload = exchangeOf('POST', `${path}/upload`, {
    json: [
      { referenceId: 'a', role: 'ebook_cover', filename: 'a.jpg', hashSha256: 'a'.repeat(64) },
    ],
    status: 201,
    body: [{ id: fileId, url, expiresAt: '2031-01-01T00:00:00Z' }],
  });
  const attach = (of: string) =>
    exchangeOf('PATCH', `${path}/file/${of}/attach`, {
      json: { filename: 'a.jpg', hashSha256: 'a'.repeat(64) },
      status: 200,
      body: {},
    });
  const before = [created, upload, deleted, notFound];
  expect(judge([...before, attach(fileId)]).drifts).toEqual([]);
  expect(judge([...before, attach(id)]).drifts).toContain('attach.unknown-404');
});
