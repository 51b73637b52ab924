import { describe, expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const created = exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) });
const path = `/books/${id}`;

const otherId = '7d1c4f2e-0b3a-4c55-8e19-6a2f5b9c0d31';
const made = (one: string) =>
  exchangeOf('POST', '/books', {
    json: { ...createBody, externalId: 'cat-2' },
    status: 201,
    body: book(one, { externalId: 'cat-2' }),
  });
const deleted = (one: string) =>
  exchangeOf('DELETE', `/books/${one}`, { json: {}, status: 204, body: undefined });

describe('a history with something missing or out of order', () => {
  const update = exchangeOf('PATCH', path, {
    json: { title: 'Other' },
    status: 200,
    body: { bookId: id },
  });
  const old = exchangeOf('GET', path, { status: 200, body: book(id) });
  const at = (time: number) => (one: typeof old) => ({ ...one, sentAt: time, answeredAt: time });

  test('decides nothing about exchanges before a jump back in time', () => {
    const later = [at(5_000)(update), at(1_000)(created), at(2_000)(old)];
    expect(judge([at(9_000)(made(otherId)), ...later]).drifts).toEqual([]);
  });

  test('knows a book again once a read has shown it', () => {
    const changed = exchangeOf('PATCH', path, {
      json: { title: 'X' },
      status: 200,
      body: book(id),
    });
    const reads = [old, exchangeOf('GET', path, { status: 200, body: book(id, { title: 'Z' }) })];
    const missing = exchangeOf('GET', `/books/${otherId}`, { status: 404, body: { message: '' } });
    const history = [created, made(otherId), deleted(otherId), missing, undefined, ...reads];
    expect(judge(history).drifts).toEqual(['read.changes-nothing']);
    expect(judge([created, undefined, changed]).drifts).toEqual([]);
  });

  test('does not know the content of an update that was not recorded', () => {
    const { request, ...rest } = update;
    const unread = { ...rest, request: { ...request, body: { kind: 'unknown' } as const } };
    const read = exchangeOf('GET', path, { status: 200, body: book(id, { title: 'Other' }) });
    expect(judge([created, unread, read]).drifts).toEqual([]);
  });
});

describe('a recording of other programs', () => {
  const fileId = '58a0c1de-3b52-4f6e-9a7c-1d2e3f405162';
  const hash = 'ab'.repeat(32);
  const upload = exchangeOf('POST', `${path}/upload`, {
    json: [{ referenceId: 'a', role: 'ebook_content', filename: 'a.epub', hashSha256: hash }],
    status: 201,
    body: {
      data: [{ id: fileId, type: 'upload', attributes: { referenceId: 'a', url: 'http://s/a' } }],
    },
  });
  const attach = exchangeOf('PATCH', `${path}/file/${fileId}/attach`, {
    json: { filename: 'a.epub', hashSha256: hash },
    status: 200,
    body: {},
  });
  const put = exchangeOf('PUT', 'http://s/other', { status: 200, body: '' });
  const toStorage = { ...put, request: { ...put.request, toStorage: true } };

  test('may leave out all calls to storage, but not some', () => {
    const mismatch = 'attach.hash-mismatch-422';
    expect(judge([created, upload, attach]).drifts).not.toContain(mismatch);
    expect(judge([toStorage, created, upload, attach]).drifts).toContain(mismatch);
  });

  test('may say that calls are missing', () => {
    const read = exchangeOf('GET', path, { status: 200, body: book(id, { title: 'Other' }) });
    expect(judge([created, read]).drifts).toEqual(['create.reads-back']);
    expect(judge([created, { ...read, afterGap: true }]).drifts).toEqual([]);
  });

  test('may leave out the body of a refusal', () => {
    const refusal = { json: {}, status: 409, body: { title: 'Conflict', status: 409 } };
    const refused = exchangeOf('DELETE', path, refusal);
    const { response } = refused;
    const unread = response && { ...response, text: undefined, body: undefined };
    const published = exchangeOf('POST', `${path}/publish`, {
      json: {},
      status: 204,
      body: undefined,
    });
    const all = [created, published];
    expect(judge([...all, refused]).drifts).toContain('delete.refusal-detail');
    expect(judge([...all, { ...refused, response: unread }]).drifts).not.toContain(
      'delete.refusal-detail',
    );
  });
});
