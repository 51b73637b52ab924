/** Tests how the monitor judges an attach of a file to another book than its own. */
import { expect, test } from 'vitest';
import { buildBook, createBody, buildExchange, judge } from './scenes/histories.ts';

const [bookId, otherBookId] = [1, 2].map((digit) => `3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a9${digit}`);
const fileId = '9a1f6f0e-2f0d-4b5b-8d0c-1a2b3c4d5e6f';
const hash = 'ab'.repeat(32);
const creates = [bookId, otherBookId].map((id = '') =>
  buildExchange('POST', '/books', { json: createBody, status: 201, body: buildBook(id) }),
);
const fileFields = { referenceId: 'one', role: 'ebook_cover' };
const attributes = {
  ...fileFields,
  url: 'https://s.example/1',
  expiresAt: '2099-01-01T00:00:00.000Z',
};
const grant = buildExchange('POST', `/books/${bookId}/upload`, {
  json: [{ ...fileFields, filename: 'a.jpg', hashSha256: hash }],
  status: 201,
  body: { data: [{ id: fileId, type: 'book-file-upload', attributes }] },
});

function attachToOtherBook(status: number) {
  const path = `/books/${otherBookId}/file/${fileId}/attach`;
  const json = { filename: 'a.jpg', hashSha256: hash };
  const body = status === 200 ? {} : { message: 'No.' };
  const call = buildExchange('PATCH', path, { json, status, body });
  const upload = { method: 'POST', path: `/books/${otherBookId}/upload` };
  const inFlight = [{ ...upload, toStorage: false, account: call.request.account }];
  return { ...call, inFlight };
}

test('an attach to another book must get 404, 409 or 422, even while that book has calls in progress', () => {
  expect(judge([...creates, grant, attachToOtherBook(200)]).drifts).toContain('attach.unknown-404');
  for (const status of [404, 409, 422]) {
    expect(judge([...creates, grant, attachToOtherBook(status)]).drifts).toEqual([]);
  }
});
