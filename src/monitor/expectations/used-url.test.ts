/** Tests how the monitor judges uploads to used or expired URLs, and the hashes of attaches. */
import { expect, test } from 'vitest';
import type { SentRequest } from '../exchange.ts';
import {
  buildBook,
  createBody,
  buildExchange,
  judge,
  type UnnumberedExchange,
} from '../scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const fileId = '9a1f6f0e-2f0d-4b5b-8d0c-1a2b3c4d5e6f';
function buildUrl(name: string): string {
  return `https://storage.example/uploads/${name}?signature=abc`;
}
/** The `Date` header of responses to uploads. */
const dateHeader = 'Sun, 22 Nov 2026 12:00:00 GMT';
const hash = 'AB'.repeat(32);
const created = buildExchange('POST', '/books', {
  json: createBody,
  status: 201,
  body: buildBook(id),
});

/** Builds the exchange that grants the upload of a cover. */
function buildGrant(
  file: string,
  name: string,
  expiresAt = '2099-01-01T00:00:00.000Z',
): UnnumberedExchange {
  const fileFields = { referenceId: 'one', role: 'ebook_cover' };
  const attributes = { ...fileFields, url: buildUrl(name), expiresAt };
  return buildExchange('POST', `/books/${id}/upload`, {
    json: [{ ...fileFields, filename: 'a.jpg', hashSha256: hash }],
    status: 201,
    body: { data: [{ id: file, type: 'book-file-upload', attributes }] },
  });
}

function buildUpload(
  status: number,
  { sha256 = hash.toLowerCase(), to = buildUrl('1') } = {},
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
  const response = { status, headers: { date: dateHeader }, text: '', body: undefined };
  return { sentAt: 0, answeredAt: 0, request, response };
}

function buildAttach(status: number, hashSha256: string, file = fileId): UnnumberedExchange {
  const json = { filename: 'a.jpg', hashSha256 };
  const body = status === 200 ? {} : { message: 'No.' };
  return buildExchange('PATCH', `/books/${id}/file/${file}/attach`, { json, status, body });
}

const start = [created, buildGrant(fileId, '1'), buildUpload(200)];

test('a service that has refused the same bytes drifts if it accepts them later', () => {
  expect(judge([...start, buildUpload(409), buildUpload(200)]).drifts).toContain('put.used-url');
  expect(
    judge([...start, buildUpload(409), buildAttach(200, hash), buildUpload(200)]).drifts,
  ).toContain('put.used-url');
});

test('a service that has refused other bytes may accept the same bytes again', () => {
  const otherHash = 'cd'.repeat(32);
  expect(
    judge([...start, buildUpload(409, { sha256: otherHash }), buildUpload(200)]).drifts,
  ).not.toContain('put.used-url');
});

test('an attach drifts if it refuses the accepted hash of the upload, but may refuse it in other letter case', () => {
  expect(judge([...start, buildAttach(422, hash)]).drifts).toContain('attach.same-values');
  expect(judge([...start, buildAttach(422, 'Ab'.repeat(32))]).drifts).toEqual([]);
});

test('a service that refuses the same bytes after an attach may accept them before an attach', () => {
  const secondGrant = buildGrant('8b2f6f0e-2f0d-4b5b-8d0c-1a2b3c4d5e6f', '2');
  const history = [
    ...start,
    buildAttach(200, hash),
    buildUpload(409),
    secondGrant,
    buildUpload(200, { to: buildUrl('2') }),
  ];
  expect(judge([...history, buildUpload(200, { to: buildUrl('2') })]).drifts).toEqual([]);
});

test('a service that has refused the same bytes after one attach drifts if it accepts them after another', () => {
  const otherFileId = '8b2f6f0e-2f0d-4b5b-8d0c-1a2b3c4d5e6f';
  const to = buildUrl('2');
  const firstFile = [...start, buildAttach(200, hash), buildUpload(409)];
  const secondFile = [
    buildGrant(otherFileId, '2'),
    buildUpload(200, { to }),
    buildAttach(200, hash, otherFileId),
  ];
  expect(judge([...firstFile, ...secondFile, buildUpload(409, { to })]).drifts).toEqual([]);
  expect(judge([...firstFile, ...secondFile, buildUpload(200, { to })]).drifts).toContain(
    'put.used-url',
  );
});

test('a checksum refusal with status 400 drifts if it is a Problem, but not if it is a message', () => {
  const path = `/v2/distribution/books/${id}/file/${fileId}/attach`;
  const buildRefusedAttach = (status: number, body: unknown) =>
    buildExchange('PATCH', path.slice('/v2/distribution'.length), {
      json: { filename: 'a.jpg', hashSha256: hash },
      status,
      body,
    });
  const otherBytes = [
    created,
    buildGrant(fileId, '1'),
    buildUpload(200, { sha256: 'cd'.repeat(32) }),
  ];
  const problem = { title: 'No', status: 400, detail: 'No.', instance: path, invalidParams: [] };
  expect(judge([...otherBytes, buildRefusedAttach(400, { message: 'No.' })]).drifts).toEqual([]);
  expect(judge([...otherBytes, buildRefusedAttach(400, problem)]).drifts).toContain(
    'attach.hash-mismatch-422',
  );
});

test('an attach drifts if its refusal names the hash that it omits, even for a second file of its role', () => {
  const otherFileId = '8b2f6f0e-2f0d-4b5b-8d0c-1a2b3c4d5e6f';
  const path = `/books/${id}/file/${otherFileId}/attach`;
  const problem = {
    title: 'No',
    status: 422,
    detail: 'No.',
    instance: `/v2/distribution${path}`,
    invalidParams: [{ name: 'hashSha256', reason: 'Other bytes.' }],
  };
  const history = [
    ...start,
    buildAttach(200, hash),
    buildGrant(otherFileId, '2'),
    buildUpload(200, { to: buildUrl('2') }),
  ];
  const json = { filename: 'a.jpg' };
  const refusedAttach = buildExchange('PATCH', path, { json, status: 422, body: problem });
  expect(judge([...history, refusedAttach]).drifts).toContain('attach.required-properties');
});

test('a URL close to its expiry may refuse an upload with 403, but not with 415', () => {
  const grant = buildGrant(fileId, '1', '2026-11-22T12:00:03.000Z');
  expect(judge([created, grant, buildUpload(403)]).drifts).toEqual([]);
  expect(judge([created, grant, buildUpload(415)]).drifts).toContain('put.content-types');
});

test('a URL that is valid for four seconds drifts if it refuses an upload at once', () => {
  const grant = buildGrant(fileId, '1', '2026-11-22T12:00:04.000Z');
  const { response } = grant;
  if (response === undefined) throw new Error('The grant has no response.');
  const headers = { ...response.headers, date: dateHeader };
  const datedGrant = { ...grant, response: { ...response, headers } };
  expect(judge([created, datedGrant, buildUpload(201)]).drifts).toEqual([]);
  expect(judge([created, datedGrant, buildUpload(403)]).drifts).toContain('put.takes-bytes');
});

test('an upload after the deadline of its URL must be refused, but not one that began before it', () => {
  const grant = buildGrant(fileId, '1', '2026-11-22T11:59:00.000Z');
  expect(judge([created, grant, buildUpload(201)]).drifts).toContain('put.deadline');
  const longUpload = { ...buildUpload(201), answeredAt: 120_000 };
  expect(judge([created, grant, longUpload]).drifts).toEqual([]);
});
