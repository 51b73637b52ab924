/** Tests how the monitor judges recordings that are incomplete or out of order. */
import { describe, expect, test } from 'vitest';
import { buildBook, createBody, buildExchange, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const created = buildExchange('POST', '/books', {
  json: createBody,
  status: 201,
  body: buildBook(id),
});
const path = `/books/${id}`;

const otherId = '7d1c4f2e-0b3a-4c55-8e19-6a2f5b9c0d31';
const createOther = (bookId: string) =>
  buildExchange('POST', '/books', {
    json: { ...createBody, externalId: 'cat-2' },
    status: 201,
    body: buildBook(bookId, { externalId: 'cat-2' }),
  });
const deleteBook = (bookId: string) =>
  buildExchange('DELETE', `/books/${bookId}`, { json: {}, status: 204, body: undefined });

describe('in a history that is incomplete or out of order, the monitor', () => {
  const update = buildExchange('PATCH', path, {
    json: { title: 'Other' },
    status: 200,
    body: { bookId: id },
  });
  const readAfterCreate = buildExchange('GET', path, { status: 200, body: buildBook(id) });
  const at = (time: number) => (exchange: typeof readAfterCreate) => ({
    ...exchange,
    sentAt: time,
    answeredAt: time,
  });

  test('forgets what it knew when the times jump back', () => {
    const later = [at(5_000)(update), at(1_000)(created), at(2_000)(readAfterCreate)];
    expect(judge([at(9_000)(createOther(otherId)), ...later]).drifts).toEqual([]);
  });

  test('knows a book again after a gap once a read has shown it', () => {
    const laterUpdate = buildExchange('PATCH', path, {
      json: { title: 'X' },
      status: 200,
      body: buildBook(id),
    });
    const reads = [
      readAfterCreate,
      buildExchange('GET', path, { status: 200, body: buildBook(id, { title: 'Z' }) }),
    ];
    const failedRead = buildExchange('GET', `/books/${otherId}`, {
      status: 404,
      body: { message: '' },
    });
    const history = [
      created,
      createOther(otherId),
      deleteBook(otherId),
      failedRead,
      undefined,
      ...reads,
    ];
    expect(judge(history).drifts).toEqual(['read.changes-nothing']);
    expect(judge([created, undefined, laterUpdate]).drifts).toEqual([]);
  });

  test('accepts any value after an update whose body was not recorded', () => {
    const { request, ...rest } = update;
    const unrecordedUpdate = {
      ...rest,
      request: { ...request, body: { kind: 'unknown' } as const },
    };
    const read = buildExchange('GET', path, {
      status: 200,
      body: buildBook(id, { title: 'Other' }),
    });
    expect(judge([created, unrecordedUpdate, read]).drifts).toEqual([]);
  });
});

describe('a recording of other programs', () => {
  const fileId = '58a0c1de-3b52-4f6e-9a7c-1d2e3f405162';
  const hash = 'ab'.repeat(32);
  const uploadRequest = buildExchange('POST', `${path}/upload`, {
    json: [{ referenceId: 'a', role: 'ebook_content', filename: 'a.epub', hashSha256: hash }],
    status: 201,
    body: {
      data: [{ id: fileId, type: 'upload', attributes: { referenceId: 'a', url: 'http://s/a' } }],
    },
  });
  const attach = buildExchange('PATCH', `${path}/file/${fileId}/attach`, {
    json: { filename: 'a.epub', hashSha256: hash },
    status: 200,
    body: {},
  });
  const upload = buildExchange('PUT', 'http://s/other', { status: 200, body: '' });
  const otherUpload = { ...upload, request: { ...upload.request, toStorage: true } };

  test('may omit all calls to storage, but not only some of them', () => {
    const mismatch = 'attach.hash-mismatch-422';
    expect(judge([created, uploadRequest, attach]).drifts).not.toContain(mismatch);
    expect(judge([otherUpload, created, uploadRequest, attach]).drifts).toContain(mismatch);
  });

  test('may state that calls before an exchange are missing', () => {
    const read = buildExchange('GET', path, {
      status: 200,
      body: buildBook(id, { title: 'Other' }),
    });
    expect(judge([created, read]).drifts).toEqual(['create.reads-back']);
    expect(judge([created, { ...read, afterGap: true }]).drifts).toEqual([]);
  });

  test('may omit the body of a refusal', () => {
    const refusal = { json: {}, status: 409, body: { title: 'Conflict', status: 409 } };
    const refusedDelete = buildExchange('DELETE', path, refusal);
    const { response } = refusedDelete;
    const responseWithoutBody = response && { ...response, text: undefined, body: undefined };
    const publish = buildExchange('POST', `${path}/publish`, {
      json: {},
      status: 204,
      body: undefined,
    });
    const history = [created, publish];
    expect(judge([...history, refusedDelete]).drifts).toContain('delete.refusal-detail');
    expect(
      judge([...history, { ...refusedDelete, response: responseWithoutBody }]).drifts,
    ).not.toContain('delete.refusal-detail');
  });
});
