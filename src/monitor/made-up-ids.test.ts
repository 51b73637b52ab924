/** Tests how the monitor judges calls on ids that the caller made up. */
import { expect, test } from 'vitest';
import { buildBook, createBody, buildExchange, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const path = `/books/${id}`;
const calls = [
  { method: 'PATCH', to: path, json: { subtitle: 'A sea' }, requirement: 'update.unknown-404' },
  {
    method: 'POST',
    to: `${path}/upload`,
    json: [
      { referenceId: 'one', role: 'ebook_cover', filename: 'a.jpg', hashSha256: 'ab'.repeat(32) },
    ],
    requirement: 'upload.unknown-404',
  },
  {
    method: 'PATCH',
    to: `${path}/file/58d2e9a4-7b13-4c60-a5f7-e10b3c9d8246/attach`,
    json: { filename: 'a.jpg', hashSha256: 'ab'.repeat(32) },
    requirement: 'attach.unknown-404',
  },
  { method: 'GET', to: path, requirement: 'read.unknown-404' },
];

test.each(calls)(
  '$method $to must get 404 if the caller made the id up',
  ({ method, to, json, requirement }) => {
    const judgeResponse = (status: number, madeUpIds: readonly string[]) => {
      const body = {
        title: 'Refused',
        status,
        detail: 'Refused.',
        instance: to,
        invalidParams: [],
      };
      const exchange = buildExchange(method, to, { ...(json && { json }), status, body });
      const request = { ...exchange.request, madeUpIds };
      return judge([{ ...exchange, request }], { startsEmpty: false });
    };
    expect(judgeResponse(422, [id]).drifts).toContain(requirement);
    expect(judgeResponse(404, [id]).drifts).toEqual([]);
    expect(judgeResponse(404, [id]).met).toContain(requirement);
    expect(judgeResponse(422, []).drifts).toEqual([]);
  },
);

test('an attach of a made-up file id in lower case must get 404, even if the service writes ids in upper case', () => {
  const uppercaseId = id.toUpperCase();
  const fileId = '58d2e9a4-7b13-4c60-a5f7-e10b3c9d8246';
  const attach = buildExchange('PATCH', `/books/${uppercaseId}/file/${fileId}/attach`, {
    json: { filename: 'a.jpg', hashSha256: 'ab'.repeat(32) },
    status: 200,
    body: {},
  });
  const created = buildExchange('POST', '/books', {
    json: createBody,
    status: 201,
    body: buildBook(uppercaseId),
  });
  const request = { ...attach.request, madeUpIds: [fileId] };
  expect(judge([created, { ...attach, request }]).drifts).toContain('attach.unknown-404');
});
