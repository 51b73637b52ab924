/** Tests which requirement is named for a wrong value that several calls may have caused. */
import { describe, expect, test } from 'vitest';
import {
  at,
  attach,
  bookPath,
  buildExchange,
  buildProblem,
  created,
  deleted,
  describeFile,
  fileId,
  judge,
  lookUp,
  publish,
  read,
  refuse,
  refuseWithMessage,
  requestUpload,
  respond,
  update,
  type UnnumberedExchange,
} from '../../../tests/support/monitor/histories.ts';

const withoutHash = requestUpload({ files: [describeFile({ hashSha256: undefined })] });
const refusedUpload = refuse(withoutHash, 400, '0.hashSha256');
const refusedAttach = refuseWithMessage(attach(), 404);
const published = read({ status: 'published' });
const judgeDrifts = (...history: readonly UnnumberedExchange[]) => judge(history).drifts;

describe('a wrong status in a read', () => {
  test('drifts for a refused publish, not for the update whose response showed a draft', () => {
    const past = { publicationDate: '2020-01-01' };
    const history = [created, read(), update(past, { shows: past })];
    const refusedPublish = refuse(publish, 422, 'isFinalVersion');
    expect(judgeDrifts(...history, refusedPublish, read({ ...past, status: 'in_review' }))).toEqual(
      ['publish.refused-keeps-status'],
    );
  });

  test('drifts for the update that did not change it, not for refused calls after the update', () => {
    const subtitle = 'New';
    const history = [
      created,
      publish,
      published,
      update({ subtitle }),
      refusedUpload,
      refusedAttach,
    ];
    expect(judgeDrifts(...history, read({ subtitle, status: 'published' }))).toEqual([
      'update.shows-draft',
      'update.returns-to-draft',
    ]);
  });

  test('drifts from status.changed-only-by if no call can have caused it', () => {
    const history = [created, read(), refusedUpload, refusedAttach, read({ status: 'in_review' })];
    expect(judgeDrifts(...history)).toEqual(['status.changed-only-by']);
  });

  test('of another type drifts only from the schema', () => {
    expect(judgeDrifts(created, read({ status: 7 }))).toEqual(['book.status']);
  });
});

describe('a wrong value', () => {
  test('drifts for the update without the field, not for a refused update with another value', () => {
    const keyword = ['salt'];
    const title = { title: 'Sea' };
    const drifts = judgeDrifts(
      created,
      update({ keyword }, { shows: { keyword } }),
      refuse(update({ keyword: ['sea'], isbn: 'x' }), 422, 'isbn'),
      update(title, { shows: title }),
    );
    expect(drifts).toEqual(['update.keeps-the-rest']);
  });

  test('drifts only for the call that explains every wrong field', () => {
    const isbn = '9780306406158';
    const refusedUpdate = refuse(update({ isbn }), 422, 'isbn');
    const history = [created, publish, published, refusedUpdate, refusedUpload, refusedAttach];
    expect(new Set(judgeDrifts(...history, read({ isbn })))).toEqual(
      new Set(['update.refused-changes-nothing']),
    );
  });
});

test.each([
  ['create', refusedUpload, ['create.no-files']],
  [
    'refused attach of the file',
    refusedAttach,
    ['attach.refused-changes-nothing', 'attach.references-only-after'],
  ],
])('files that were never attached drift for the %s', (_call, refusal, drifts) => {
  const files = [{ id: fileId, role: 'ebook_cover', filename: 'cover.jpg' }];
  expect(judgeDrifts(created, refusal, read({ files }))).toEqual(drifts);
});

describe('a refusal', () => {
  const wrongPrice = update({ price: [{ currency: 'USD' }] });

  test('that names no field drifts only from problem.param-names', () => {
    const { drifts, met } = judge([created, refuse(wrongPrice, 400)]);
    expect(drifts).toEqual(['problem.param-names']);
    expect(met).toContain('price.fields');
  });

  test('whose invalidParams have another type drifts only from the schema', () => {
    const response = respond(400, { ...buildProblem(400, bookPath), invalidParams: 7 });
    expect(judgeDrifts(created, { ...wrongPrice, response })).toEqual(['problem.invalid-params']);
  });

  test('of a lookup that no longer finds a book drifts for the refused delete before it', () => {
    const failedLookUp = at(refuse(lookUp(), 422, 'bookExternalId'), 100_000);
    const history = [created, publish, published, refuse(deleted, 409), failedLookUp];
    expect(judgeDrifts(...history)).toEqual(['delete.refused-changes-nothing']);
  });
});

test.each([
  ['DELETE', 'auth.no-effect'],
  ['PATCH', 'read.answers-200'],
])('a book that is missing after a %s with a wrong key drifts from %s', (method, requirement) => {
  const unauthorized = buildExchange(method, bookPath, {
    json: {},
    status: 401,
    body: { message: 'No.' },
    key: 'wrong',
  });
  const history = [created, read(), unauthorized, refuseWithMessage(read(), 404)];
  expect(judgeDrifts(...history)).toEqual([requirement]);
});

test('a draft that a lookup has shown as published drifts for the upload after it, not for the update before it', () => {
  const changes = { title: 'Fresh' };
  const history = [
    created,
    read(),
    update(changes, { shows: changes }),
    publish,
    lookUp({ ...changes, status: 'published' }),
    refusedUpload,
  ];
  expect(judgeDrifts(...history, read(changes))).toEqual(['upload.keeps-status']);
});
