/** Uploads to a used URL, and hashes in the case in which they were declared. */
import { expect, test } from 'vitest';
import type { SentRequest } from '../exchange.ts';
import {
  book,
  createBody,
  exchangeOf,
  judge,
  type UnnumberedExchange,
} from '../scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const fileId = '9a1f6f0e-2f0d-4b5b-8d0c-1a2b3c4d5e6f';
function urlOf(name: string): string {
  return `https://storage.example/uploads/${name}?signature=abc`;
}
const hash = 'AB'.repeat(32);
const created = exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) });

/** A granted upload of a cover. */
function fileOf(
  file: string,
  name: string,
  expiresAt = '2099-01-01T00:00:00.000Z',
): UnnumberedExchange {
  const shared = { referenceId: 'one', role: 'ebook_cover' };
  const attributes = { ...shared, url: urlOf(name), expiresAt };
  return exchangeOf('POST', `/books/${id}/upload`, {
    json: [{ ...shared, filename: 'a.jpg', hashSha256: hash }],
    status: 201,
    body: { data: [{ id: file, type: 'book-file-upload', attributes }] },
  });
}

function put(
  status: number,
  { sha256 = hash.toLowerCase(), to = urlOf('1') } = {},
): UnnumberedExchange {
  const request: SentRequest = {
    method: 'PUT',
    path: to,
    toStorage: true,
    headers: { 'content-type': 'image/jpeg' },
    key: 'none',
    account: 'one',
    body: { kind: 'bytes', size: 4, sha256, beginning: Uint8Array.of(0xff, 0xd8, 0xff) },
  };
  const date = { date: 'Sun, 22 Nov 2026 12:00:00 GMT' };
  const response = { status, headers: date, text: '', body: undefined };
  return { sentAt: 0, answeredAt: 0, request, response };
}

function attach(status: number, hashSha256: string, file = fileId): UnnumberedExchange {
  const json = { filename: 'a.jpg', hashSha256 };
  const body = status === 200 ? {} : { message: 'No.' };
  return exchangeOf('PATCH', `/books/${id}/file/${file}/attach`, { json, status, body });
}

const start = [created, fileOf(fileId, '1'), put(200)];

test('a service that refused the same bytes once refuses them again', () => {
  expect(judge([...start, put(409), put(200)]).drifts).toContain('put.used-url');
  expect(judge([...start, put(409), attach(200, hash), put(200)]).drifts).toContain('put.used-url');
});

test('it may take the same bytes again and refuse others', () => {
  const other = 'cd'.repeat(32);
  expect(judge([...start, put(409, { sha256: other }), put(200)]).drifts).not.toContain(
    'put.used-url',
  );
});

test('a hash that was accepted in an upload request is accepted in an attach', () => {
  expect(judge([...start, attach(422, hash)]).drifts).toContain('attach.same-values');
  expect(judge([...start, attach(422, 'Ab'.repeat(32))]).drifts).toEqual([]);
});

test('a refusal after the attach says nothing about uploads before it', () => {
  const second = fileOf('8b2f6f0e-2f0d-4b5b-8d0c-1a2b3c4d5e6f', '2');
  const history = [...start, attach(200, hash), put(409), second, put(200, { to: urlOf('2') })];
  expect(judge([...history, put(200, { to: urlOf('2') })]).drifts).toEqual([]);
});

test('a service that refused the same bytes after one attach refuses them after each', () => {
  const other = '8b2f6f0e-2f0d-4b5b-8d0c-1a2b3c4d5e6f';
  const to = urlOf('2');
  const first = [...start, attach(200, hash), put(409)];
  const second = [fileOf(other, '2'), put(200, { to }), attach(200, hash, other)];
  expect(judge([...first, ...second, put(409, { to })]).drifts).toEqual([]);
  expect(judge([...first, ...second, put(200, { to })]).drifts).toContain('put.used-url');
});

test('a checksum refusal that is a Problem has the status 422, a message another one as well', () => {
  const path = `/v2/distribution/books/${id}/file/${fileId}/attach`;
  const refused = (status: number, body: unknown) =>
    exchangeOf('PATCH', path.slice('/v2/distribution'.length), {
      json: { filename: 'a.jpg', hashSha256: hash },
      status,
      body,
    });
  const others = [created, fileOf(fileId, '1'), put(200, { sha256: 'cd'.repeat(32) })];
  const problem = { title: 'No', status: 400, detail: 'No.', instance: path, invalidParams: [] };
  expect(judge([...others, refused(400, { message: 'No.' })]).drifts).toEqual([]);
  expect(judge([...others, refused(400, problem)]).drifts).toContain('attach.hash-mismatch-422');
});

test('a refusal that names the missing hash is not about a second file of its role', () => {
  const other = '8b2f6f0e-2f0d-4b5b-8d0c-1a2b3c4d5e6f';
  const path = `/books/${id}/file/${other}/attach`;
  const problem = {
    title: 'No',
    status: 422,
    detail: 'No.',
    instance: `/v2/distribution${path}`,
    invalidParams: [{ name: 'hashSha256', reason: 'Other bytes.' }],
  };
  const history = [...start, attach(200, hash), fileOf(other, '2'), put(200, { to: urlOf('2') })];
  const json = { filename: 'a.jpg' };
  const refused = exchangeOf('PATCH', path, { json, status: 422, body: problem });
  expect(judge([...history, refused]).drifts).toContain('attach.required-properties');
});

test('a URL close to its deadline may be expired, but not refuse a type', () => {
  const grant = fileOf(fileId, '1', '2026-11-22T12:00:03.000Z');
  expect(judge([created, grant, put(403)]).drifts).toEqual([]);
  expect(judge([created, grant, put(415)]).drifts).toContain('put.content-types');
});
