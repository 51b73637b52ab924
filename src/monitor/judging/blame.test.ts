/** Tests which requirement is named for a wrong value that several calls may have caused. */
import { describe, expect, test } from 'vitest';
import { buildBook, createBody, buildExchange, judge } from '../scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const fileId = '7d1c4f2e-0b3a-4c55-8e19-6a2f5b9c0d31';
const path = `/books/${id}`;
const hash = 'a'.repeat(64);

const create = buildExchange('POST', '/books', {
  json: createBody,
  status: 201,
  body: buildBook(id),
});

function buildRead(changes: object) {
  return buildExchange('GET', path, { status: 200, body: buildBook(id, { ...changes }) });
}

function buildUpdate(json: object, changes: object) {
  return buildExchange('PATCH', path, { json, status: 200, body: buildBook(id, { ...changes }) });
}

/** Builds a refusal with a Problem that names the given fields. */
function buildRefusal(
  call: string,
  json: unknown,
  [status, ...names]: readonly [number, ...string[]],
) {
  const invalidParams = names.map((name) => ({ name, reason: 'No.' }));
  const body = { title: 'No', status, detail: 'No.', instance: `${path}${call}`, invalidParams };
  const method = call === '/publish' || call === '/upload' ? 'POST' : 'PATCH';
  return buildExchange(method, `${path}${call}`, { json, status, body });
}

const publish = buildExchange('POST', `${path}/publish`, {
  json: {},
  status: 204,
  body: undefined,
});
const refusedUpload = buildRefusal('/upload', [{ role: 'ebook_content' }], [400, '0.hashSha256']);
const refusedAttach = buildExchange('PATCH', `${path}/file/${fileId}/attach`, {
  json: { filename: 'a.epub', hashSha256: hash },
  status: 404,
  body: { message: 'No such file.' },
});
const refusedPublish = buildRefusal('/publish', {}, [422, 'isFinalVersion']);

describe('a wrong status in a read', () => {
  test('drifts for a refused publish, not for the update whose response showed a draft', () => {
    const pastDate = { publicationDate: '2020-01-01' };
    const history = [create, buildRead({}), buildUpdate(pastDate, pastDate), refusedPublish];
    expect(judge([...history, buildRead({ ...pastDate, status: 'in_review' })]).drifts).toEqual([
      'publish.refused-keeps-status',
    ]);
  });

  test('drifts for the update that did not change it, not for refused calls after the update', () => {
    const published = buildRead({ status: 'published' });
    const update = buildExchange('PATCH', path, {
      json: { subtitle: 'New' },
      status: 200,
      body: { bookId: id },
    });
    const { drifts } = judge([
      create,
      publish,
      published,
      update,
      refusedUpload,
      refusedAttach,
      buildRead({ subtitle: 'New', status: 'published' }),
    ]);
    expect(drifts).toEqual(['update.shows-draft', 'update.returns-to-draft']);
  });

  test('drifts from status.changed-only-by if no call can have caused it', () => {
    const { drifts } = judge([
      create,
      buildRead({}),
      refusedUpload,
      refusedAttach,
      buildRead({ status: 'in_review' }),
    ]);
    expect(drifts).toEqual(['status.changed-only-by']);
  });

  test('of another type drifts only from the schema', () => {
    expect(judge([create, buildRead({ status: 7 })]).drifts).toEqual(['book.status']);
  });
});

describe('a wrong value', () => {
  test('drifts for the update without the field, not for a refused update with another value', () => {
    const initialFields = { keyword: ['salt'], isbn: null };
    const refusedUpdate = buildRefusal('', { keyword: ['sea'], isbn: 'x' }, [422, 'isbn']);
    const { drifts } = judge([
      create,
      buildUpdate({ keyword: ['salt'] }, initialFields),
      refusedUpdate,
      buildUpdate({ title: 'Sea' }, { title: 'Sea' }),
    ]);
    expect(drifts).toEqual(['update.keeps-the-rest']);
  });

  test('drifts only for the call that explains every wrong field', () => {
    const refusedUpdate = buildRefusal('', { isbn: '9780306406158' }, [422, 'isbn']);
    const finalRead = buildRead({ isbn: '9780306406158', status: 'draft' });
    const history = [
      create,
      publish,
      buildRead({ status: 'published' }),
      refusedUpdate,
      refusedUpload,
      refusedAttach,
    ];
    expect(new Set(judge([...history, finalRead]).drifts)).toEqual(
      new Set(['update.refused-changes-nothing']),
    );
  });
});

describe('files that were never attached', () => {
  const file = { id: fileId, role: 'ebook_cover', filename: 'cover.jpg' };

  test('drift for the create if the only later call is a refused upload', () => {
    expect(judge([create, refusedUpload, buildRead({ files: [file] })]).drifts).toEqual([
      'create.no-files',
    ]);
  });

  test('drift for the refused attach of the file', () => {
    const { drifts } = judge([create, refusedAttach, buildRead({ files: [file] })]);
    expect(drifts).toEqual(['attach.refused-changes-nothing', 'attach.references-only-after']);
  });
});

describe('a refusal', () => {
  test('that names no field drifts only from problem.param-names', () => {
    const price = [{ currency: 'USD' }];
    const { drifts, met } = judge([create, buildRefusal('', { price }, [400])]);
    expect(drifts).toEqual(['problem.param-names']);
    expect(met).toContain('price.fields');
  });

  test('whose invalidParams have another type drifts only from the schema', () => {
    const refusal = buildRefusal('', { price: [{ currency: 'USD' }] }, [400]);
    const body = { title: 'No', status: 400, detail: 'No.', instance: path, invalidParams: 7 };
    const response = { ...refusal.response, status: 400, headers: jsonHeaders, text: '', body };
    expect(judge([create, { ...refusal, response }]).drifts).toEqual(['problem.invalid-params']);
  });

  test('of a lookup that no longer finds a book drifts for the refused delete before it', () => {
    const refusedDelete = buildExchange('DELETE', path, {
      json: {},
      status: 409,
      body: { title: 'No', status: 409, detail: 'No.', instance: path, invalidParams: [] },
    });
    const instance = '/books/external-id/cat-1';
    const invalidParams = [{ name: 'bookExternalId', reason: 'No.' }];
    const failedLookup = buildExchange('GET', instance, {
      answeredAt: 100_000,
      status: 422,
      body: { title: 'No', status: 422, detail: 'No.', instance, invalidParams },
    });
    const history = [
      create,
      publish,
      buildRead({ status: 'published' }),
      refusedDelete,
      failedLookup,
    ];
    expect(judge(history).drifts).toEqual(['delete.refused-changes-nothing']);
  });
});

const jsonHeaders = { 'content-type': 'application/json' };

test.each(['DELETE', 'PATCH'])(
  'a book that is missing after a %s with a wrong key drifts for that call only if it is a delete',
  (method) => {
    const body = { message: 'No.' };
    const unauthorized = buildExchange(method, path, { json: {}, status: 401, body, key: 'wrong' });
    const failedRead = buildExchange('GET', path, { status: 404, body });
    const expectedDrifts = method === 'DELETE' ? ['auth.no-effect'] : ['read.answers-200'];
    expect(judge([create, buildRead({}), unauthorized, failedRead]).drifts).toEqual(expectedDrifts);
  },
);

test('a draft that a lookup has shown as published drifts for the upload after it, not for the update before it', () => {
  const changes = { title: 'Fresh' };
  const published = buildBook(id, { ...changes, status: 'published' });
  const lookup = buildExchange('GET', '/books/external-id/cat-1', { status: 200, body: published });
  const history = [
    create,
    buildRead({}),
    buildUpdate(changes, changes),
    publish,
    lookup,
    refusedUpload,
  ];
  expect(judge([...history, buildRead({ ...changes, status: 'draft' })]).drifts).toEqual([
    'upload.keeps-status',
  ]);
});
