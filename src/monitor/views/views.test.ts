/** Tests which requirement a wrong value drifts from, and how the monitor judges the order of chapters. */
import { describe, expect, test } from 'vitest';
import {
  at,
  attach,
  bookId,
  bookPath,
  buildProblem,
  changeRequest,
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
  create,
  otherId,
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

describe('a new book that is in review after a publish with a wrong key', () => {
  const created201 = (id: string) => create({}, { id, body: { bookId: id } });
  const publishWithWrongKey = refuseWithMessage(changeRequest(publish, { key: 'wrong' }), 401);
  const inReview = { status: 'in_review' };
  const history = [created201(bookId), publishWithWrongKey, read(inReview)];

  test('drifts for the create if no new book was ever shown as a draft', () => {
    expect(judgeDrifts(...history)).toEqual(['create.draft']);
  });

  test('drifts for the create, even if it shows a draft, if other new books were in review', () => {
    const other = [create({}, { id: otherId }), read(inReview, { id: otherId })];
    expect(judgeDrifts(...other, created, publishWithWrongKey, read(inReview))).toEqual([
      'create.draft',
      'create.draft',
    ]);
    expect(judgeDrifts(created, publishWithWrongKey, read(inReview))).toEqual(['auth.no-effect']);
  });

  test('drifts for the publish if other new books were drafts', () => {
    const otherDraft = [created201(otherId), read({}, { id: otherId })];
    expect(judgeDrifts(...otherDraft, ...history)).toEqual(['auth.no-effect']);
  });
});

test('a book that is missing after an update with a wrong key drifts for the read, not for the update', () => {
  const unauthorized = refuseWithMessage(update({}, { key: 'wrong' }), 401);
  const history = [created, read(), unauthorized, refuseWithMessage(read(), 404)];
  expect(judgeDrifts(...history)).toEqual(['read.answers-200']);
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

const format = 'audio';
const buildChapters = (sequences: readonly number[]) =>
  sequences.map((sequence) => ({
    fileId: `58d2e9a4-7b13-4c60-a5f7-${String(sequence).padStart(12, '0')}`,
    sequence,
    title: `Part ${sequence}`,
  }));
const setChapters = (sent: readonly number[], shown: readonly number[]) =>
  update({ chapters: buildChapters(sent) }, { shows: { format, chapters: buildChapters(shown) } });

test.each([
  { reading: 'by-sequence', shownFirst: [1, 2], shownLast: [1, 10, 2], isDrift: true },
  { reading: 'insertion', shownFirst: [2, 1], shownLast: [2, 1, 10], isDrift: false },
])(
  'a service whose order of chapters is $reading, shown by $shownFirst, drifts with $shownLast: $isDrift',
  ({ reading, shownFirst, shownLast, isDrift }) => {
    const { drifts, readings } = judge([
      create({ format }),
      setChapters([2, 1], shownFirst),
      setChapters([10], shownLast),
    ]);
    expect(readings).toContain(`chapters.read-order=${reading}`);
    expect(drifts.includes('chapters.order')).toBe(isDrift);
  },
);

describe('the imprint of a book', () => {
  const own = { id: '58d2e9a4-7b13-4c60-a5f7-e10b3c9d8246', name: 'Harbour Lane Press' };
  const other = { ...own, name: 'Salt House' };

  test.each([
    ['the name that an update sent', { name: 'Salt House' }, other],
    ['the id that an update sent', { id: otherId }, { ...own, id: otherId }],
  ])('drifts if it has %s', (_case, imprint, shown) => {
    const history = [created, read(), update({ imprint }, { shows: { imprint: own } })];
    expect(judgeDrifts(...history, read({ imprint: shown }))).toEqual([
      'book.imprint-set-by-service',
    ]);
  });

  test('may have the name that an update sent if it had it before', () => {
    const history = [created, read(), update({ imprint: own }, { shows: { imprint: own } })];
    expect(judgeDrifts(...history, read({ imprint: own }))).toEqual([]);
  });
});

test.each([
  [0.1 + 0.2, 0.3, []],
  [9.999, 10, []],
  [9.99, 10, ['update.changes-values']],
  [9.999, 9.9, ['update.changes-values']],
])('a price of %d that is shown as %d has these drifts: %j', (sent, shown, drifts) => {
  const toPrice = (price: number) => ({ price: [{ currency: 'USD', price }] });
  const history = [created, read(), update(toPrice(sent), { shows: toPrice(shown) })];
  expect(judgeDrifts(...history)).toEqual(drifts);
});

test('prices in another order are the same, although one of them may be rounded to another', () => {
  const toPrices = (...prices: readonly number[]) => ({
    price: prices.map((price) => ({ currency: 'USD', price })),
  });
  const [prices, reordered] = [toPrices(9.999, 9.99), toPrices(9.99, 9.999)];
  const history = [created, update(prices, { shows: prices }), read(prices), read(reordered)];
  expect(judgeDrifts(...history)).toEqual([]);
});
