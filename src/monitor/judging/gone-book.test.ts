/** Tests how the monitor judges calls on a deleted book after a read that found it, or did not. */
import { expect, test } from 'vitest';
import {
  buildBook,
  createBody,
  buildExchange,
  judge,
  buildListItem,
  buildPage,
} from '../scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const path = `/books/${id}`;
const minute = 60_000;
const created = buildExchange('POST', '/books', {
  json: createBody,
  status: 201,
  body: buildBook(id),
});
const deleted = buildExchange('DELETE', path, { json: {}, status: 204, body: undefined });
const failedRead = buildExchange('GET', path, { status: 404, body: { message: 'There is none.' } });
const successfulRead = buildExchange('GET', path, { status: 200, body: buildBook(id) });
const lookUp = (answeredAt: number) =>
  buildExchange('GET', '/books/external-id/cat-1', {
    status: 200,
    body: buildBook(id),
    answeredAt,
  });
const list = (answeredAt: number) =>
  buildExchange('GET', '/books', {
    status: 200,
    body: buildPage([buildListItem(id, {})]),
    answeredAt,
  });

test('a lookup that shows a deleted book drifts after the lag, and is reported as older within it', () => {
  expect(judge([created, deleted, failedRead, lookUp(minute)]).drifts).toEqual([
    'lookup.unknown-422',
  ]);
  expect(judge([created, deleted, failedRead, lookUp(1000)]).drifts).toEqual([]);
  expect(judge([created, deleted, failedRead, lookUp(1000)]).olderExchanges).toEqual([4]);
});

test('a list that shows a deleted book drifts after the lag, but not within it', () => {
  expect(judge([created, deleted, failedRead, list(minute)]).drifts).toEqual(['delete.deletes']);
  expect(judge([created, deleted, failedRead, list(1000)]).drifts).toEqual([]);
});

test('lookups and lists may show a deleted book if reads still show it', () => {
  const history = [created, deleted, successfulRead, lookUp(minute), list(2 * minute)];
  expect(judge(history).drifts).toEqual([]);
});

test('an update of a deleted book must get 404 if reads do not find it, and may get 422 if they do', () => {
  const body = { title: 'No', status: 422, detail: 'No.', instance: path, invalidParams: [] };
  const update = (status: number) =>
    buildExchange('PATCH', path, { json: { subtitle: 'Late' }, status, body: { ...body, status } });
  expect(judge([created, deleted, failedRead, update(422)]).drifts).toContain('update.unknown-404');
  expect(judge([created, deleted, failedRead, update(404)]).drifts).toEqual([]);
  expect(judge([created, deleted, successfulRead, update(422)]).drifts).toEqual([]);
});

test('an attach of a file may succeed after its book was deleted, if the file was granted before', () => {
  const fileId = '7d1c4f2e-0b3a-4c55-8e19-6a2f5b9c0d31';
  const url = 'https://storage.test/f';
  const upload = buildExchange('POST', `${path}/upload`, {
    json: [
      { referenceId: 'a', role: 'ebook_cover', filename: 'a.jpg', hashSha256: 'a'.repeat(64) },
    ],
    status: 201,
    body: [{ id: fileId, url, expiresAt: '2031-01-01T00:00:00Z' }],
  });
  const buildAttach = (file: string) =>
    buildExchange('PATCH', `${path}/file/${file}/attach`, {
      json: { filename: 'a.jpg', hashSha256: 'a'.repeat(64) },
      status: 200,
      body: {},
    });
  const history = [created, upload, deleted, failedRead];
  expect(judge([...history, buildAttach(fileId)]).drifts).toEqual([]);
  expect(judge([...history, buildAttach(id)]).drifts).toContain('attach.unknown-404');
});
