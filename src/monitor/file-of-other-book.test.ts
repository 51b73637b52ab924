/** Tests that a file belongs to one book, even while calls on another book overlap. */
import { expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge } from './scenes/histories.ts';

const [mine, theirs] = [1, 2].map((digit) => `3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a9${digit}`);
const fileId = '9a1f6f0e-2f0d-4b5b-8d0c-1a2b3c4d5e6f';
const hash = 'ab'.repeat(32);
const creates = [mine, theirs].map((id = '') =>
  exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) }),
);
const shared = { referenceId: 'one', role: 'ebook_cover' };
const attributes = { ...shared, url: 'https://s.example/1', expiresAt: '2099-01-01T00:00:00.000Z' };
const granted = exchangeOf('POST', `/books/${mine}/upload`, {
  json: [{ ...shared, filename: 'a.jpg', hashSha256: hash }],
  status: 201,
  body: { data: [{ id: fileId, type: 'book-file-upload', attributes }] },
});

function attach(status: number) {
  const path = `/books/${theirs}/file/${fileId}/attach`;
  const json = { filename: 'a.jpg', hashSha256: hash };
  const body = status === 200 ? {} : { message: 'No.' };
  const call = exchangeOf('PATCH', path, { json, status, body });
  const upload = { method: 'POST', path: `/books/${theirs}/upload` };
  const inFlight = [{ ...upload, toStorage: false, account: call.request.account }];
  return { ...call, inFlight };
}

test('an attach to another book must be refused, even while that book has calls in progress', () => {
  expect(judge([...creates, granted, attach(200)]).drifts).toContain('attach.unknown-404');
  for (const status of [404, 409, 422]) {
    expect(judge([...creates, granted, attach(status)]).drifts).toEqual([]);
  }
});
