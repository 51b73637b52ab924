/** Judges refusals of calls on ids that the caller made up. */
import { expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const path = `/books/${id}`;
const calls = [
  { method: 'PATCH', to: path, json: { subtitle: 'A sea' }, broken: 'update.unknown-404' },
  {
    method: 'POST',
    to: `${path}/upload`,
    json: [
      { referenceId: 'one', role: 'ebook_cover', filename: 'a.jpg', hashSha256: 'ab'.repeat(32) },
    ],
    broken: 'upload.unknown-404',
  },
  {
    method: 'PATCH',
    to: `${path}/file/58d2e9a4-7b13-4c60-a5f7-e10b3c9d8246/attach`,
    json: { filename: 'a.jpg', hashSha256: 'ab'.repeat(32) },
    broken: 'attach.unknown-404',
  },
  { method: 'GET', to: path, broken: 'read.unknown-404' },
];

test.each(calls)('$method $to must get 404 if the caller made the id up', (one) => {
  const { method, to, json, broken } = one;
  const judged = (status: number, madeUpIds: readonly string[]) => {
    const body = { title: 'Refused', status, detail: 'Refused.', instance: to, invalidParams: [] };
    const sent = exchangeOf(method, to, { ...(json && { json }), status, body });
    const request = { ...sent.request, madeUpIds };
    return judge([{ ...sent, request }], { startsEmpty: false });
  };
  expect(judged(422, [id]).drifts).toContain(broken);
  expect(judged(404, [id]).drifts).toEqual([]);
  expect(judged(404, [id]).met).toContain(broken);
  expect(judged(422, []).drifts).toEqual([]);
});

test('a made-up file id in lower case names no file of a service that writes ids in upper case', () => {
  const uppercaseId = id.toUpperCase();
  const fileId = '58d2e9a4-7b13-4c60-a5f7-e10b3c9d8246';
  const attach = exchangeOf('PATCH', `/books/${uppercaseId}/file/${fileId}/attach`, {
    json: { filename: 'a.jpg', hashSha256: 'ab'.repeat(32) },
    status: 200,
    body: {},
  });
  const created = exchangeOf('POST', '/books', {
    json: createBody,
    status: 201,
    body: book(uppercaseId),
  });
  const request = { ...attach.request, madeUpIds: [fileId] };
  expect(judge([created, { ...attach, request }]).drifts).toContain('attach.unknown-404');
});
