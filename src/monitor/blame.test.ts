/** Tests which requirement is named for a wrong value that several calls may have caused. */
import { describe, expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const fileId = '7d1c4f2e-0b3a-4c55-8e19-6a2f5b9c0d31';
const path = `/books/${id}`;
const hash = 'a'.repeat(64);

const create = exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) });

function read(changes: object) {
  return exchangeOf('GET', path, { status: 200, body: book(id, { ...changes }) });
}

function update(json: object, changes: object) {
  return exchangeOf('PATCH', path, { json, status: 200, body: book(id, { ...changes }) });
}

/** A refusal with a Problem: by its status, and the fields that it names. */
function refused(call: string, json: unknown, [status, ...names]: readonly [number, ...string[]]) {
  const invalidParams = names.map((name) => ({ name, reason: 'No.' }));
  const body = { title: 'No', status, detail: 'No.', instance: `${path}${call}`, invalidParams };
  const method = call === '/publish' || call === '/upload' ? 'POST' : 'PATCH';
  return exchangeOf(method, `${path}${call}`, { json, status, body });
}

const publish = exchangeOf('POST', `${path}/publish`, { json: {}, status: 204, body: undefined });
const upload = refused('/upload', [{ role: 'ebook_content' }], [400, '0.hashSha256']);
const attach = exchangeOf('PATCH', `${path}/file/${fileId}/attach`, {
  json: { filename: 'a.epub', hashSha256: hash },
  status: 404,
  body: { message: 'No such file.' },
});
const windowed = refused('/publish', {}, [422, 'isFinalVersion']);

describe('a wrong status', () => {
  test('is held against a refused publish, not against the update whose response showed a draft', () => {
    const near = { publicationDate: '2020-01-01' };
    const history = [create, read({}), update(near, near), windowed];
    expect(judge([...history, read({ ...near, status: 'in_review' })]).drifts).toEqual([
      'publish.refused-keeps-status',
    ]);
  });

  test('from before an update is held against the update, not against refused calls after it', () => {
    const published = read({ status: 'published' });
    const plain = exchangeOf('PATCH', path, {
      json: { subtitle: 'New' },
      status: 200,
      body: { bookId: id },
    });
    const { drifts } = judge([
      create,
      publish,
      published,
      plain,
      upload,
      attach,
      read({ subtitle: 'New', status: 'published' }),
    ]);
    expect(drifts).toEqual(['update.shows-draft', 'update.returns-to-draft']);
  });

  test('that no call can have caused changed by itself', () => {
    const { drifts } = judge([create, read({}), upload, attach, read({ status: 'in_review' })]);
    expect(drifts).toEqual(['status.changed-only-by']);
  });

  test('of another type is left to the schema', () => {
    expect(judge([create, read({ status: 7 })]).drifts).toEqual(['book.status']);
  });
});

describe('a wrong value', () => {
  test('is held against the update that did not mention it, not against a refused value', () => {
    const before = { keyword: ['salt'], isbn: null };
    const bad = refused('', { keyword: ['sea'], isbn: 'x' }, [422, 'isbn']);
    const { drifts } = judge([
      create,
      update({ keyword: ['salt'] }, before),
      bad,
      update({ title: 'Sea' }, { title: 'Sea' }),
    ]);
    expect(drifts).toEqual(['update.keeps-the-rest']);
  });

  test('names the one call that explains every field', () => {
    const bad = refused('', { isbn: '9780306406158' }, [422, 'isbn']);
    const shown = read({ isbn: '9780306406158', status: 'draft' });
    const before = [create, publish, read({ status: 'published' }), bad, upload, attach];
    expect(new Set(judge([...before, shown]).drifts)).toEqual(
      new Set(['update.refused-changes-nothing']),
    );
  });
});

describe('surplus files', () => {
  const file = { id: fileId, role: 'ebook_cover', filename: 'cover.jpg' };

  test('are held against the create if no file was uploaded', () => {
    expect(judge([create, upload, read({ files: [file] })]).drifts).toEqual(['create.no-files']);
  });

  test('are held against the attach that was refused for them', () => {
    const { drifts } = judge([create, attach, read({ files: [file] })]);
    expect(drifts).toEqual(['attach.refused-changes-nothing', 'attach.references-only-after']);
  });
});

describe('a refusal', () => {
  test('that names no field is correct apart from the name', () => {
    const price = [{ currency: 'USD' }];
    const { drifts, met } = judge([create, refused('', { price }, [400])]);
    expect(drifts).toEqual(['problem.param-names']);
    expect(met).toContain('price.fields');
  });

  test('whose names are of another type is left to the schema', () => {
    const nameless = refused('', { price: [{ currency: 'USD' }] }, [400]);
    const body = { title: 'No', status: 400, detail: 'No.', instance: path, invalidParams: 7 };
    const response = { ...nameless.response, status: 400, headers: json, text: '', body };
    expect(judge([create, { ...nameless, response }]).drifts).toEqual(['problem.invalid-params']);
  });

  test('that no longer finds a book is held against the earlier delete that was refused', () => {
    const kept = exchangeOf('DELETE', path, {
      json: {},
      status: 409,
      body: { title: 'No', status: 409, detail: 'No.', instance: path, invalidParams: [] },
    });
    const instance = '/books/external-id/cat-1';
    const invalidParams = [{ name: 'bookExternalId', reason: 'No.' }];
    const gone = exchangeOf('GET', instance, {
      answeredAt: 100_000,
      status: 422,
      body: { title: 'No', status: 422, detail: 'No.', instance, invalidParams },
    });
    const history = [create, publish, read({ status: 'published' }), kept, gone];
    expect(judge(history).drifts).toEqual(['delete.refused-changes-nothing']);
  });
});

const json = { 'content-type': 'application/json' };

test.each(['DELETE', 'PATCH'])('a book that is gone after a %s without a key', (method) => {
  const body = { message: 'No.' };
  const keyless = exchangeOf(method, path, { json: {}, status: 401, body, key: 'wrong' });
  const gone = exchangeOf('GET', path, { status: 404, body });
  const blamed = method === 'DELETE' ? ['auth.no-effect'] : ['read.answers-200'];
  expect(judge([create, read({}), keyless, gone]).drifts).toEqual(blamed);
});

test('a draft that a lookup showed as published is not held against the update before it', () => {
  const changes = { title: 'Fresh' };
  const published = book(id, { ...changes, status: 'published' });
  const lookup = exchangeOf('GET', '/books/external-id/cat-1', { status: 200, body: published });
  const history = [create, read({}), update(changes, changes), publish, lookup, upload];
  expect(judge([...history, read({ ...changes, status: 'draft' })]).drifts).toEqual([
    'upload.keeps-status',
  ]);
});
