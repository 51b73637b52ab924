/** Tests how the monitor judges responses by the exchanges before them. */
import { describe, expect, test } from 'vitest';
import {
  at,
  create,
  created,
  deleted,
  judge,
  list,
  lookUp,
  publish,
  read,
  refuse,
  refuseWithMessage,
  update,
  attach,
  otherId,
  requestUpload,
  hideBody,
  buildExchange,
  buildProblem,
  bookId,
  changeRequest,
  fileId,
  describeFile,
  withDate,
} from '../../tests/support/monitor/histories.ts';

const other = { title: 'Other' };

test('an undocumented success status drifts', () => {
  expect(judge([create({}, { status: 200 })]).drifts).toEqual(['create.answers-201']);
  const lateUpdate = update(other, { shows: other, status: 202 });
  expect(judge([created, lateUpdate]).drifts).toEqual(['update.answers-200']);
});

test('a documented update drifts if it is refused', () => {
  expect(judge([created, refuse(update(other), 422)]).drifts).toContain('update.answers-200');
});

test.each([502, 503, 504])(
  'an update for which a gateway returned %i may or may not have taken effect',
  (status) => {
    const readAs = (title: unknown) =>
      judge([
        created,
        update(other, { status, body: {} }),
        read(title === undefined ? {} : { title }),
      ]).drifts;
    expect(readAs(undefined)).toEqual(['errors.no-5xx']);
    expect(readAs('Other')).toEqual(['errors.no-5xx']);
    expect(readAs('Third')).toEqual(['errors.no-5xx', 'create.reads-back']);
  },
);

describe('a field with another value than the known one', () => {
  test('drifts from create.reads-back in a read after the create', () => {
    const { drifts, comparisons } = judge([created, read({ subtitle: 'Gone' })]);
    expect(drifts).toEqual(['create.reads-back']);
    expect(comparisons).toEqual([{ expected: null, actual: 'Gone' }]);
  });

  test('drifts from update.keeps-the-rest in a read after an update without the field', () => {
    const history = [created, update(other), read({ ...other, copyright: 'ELSE' })];
    expect(judge(history).drifts).toEqual(['update.keeps-the-rest']);
  });

  test('does not drift while an update of the book is in progress', () => {
    const history = [created, at(update(other), 1_000, 3_000), at(read(), 2_000, 3_500)];
    expect(judge(history).drifts).toEqual([]);
  });

  test('does not drift for a book that another client created, or after a gap in the recording', () => {
    expect(judge([read(), read(other)]).drifts).toEqual([]);
    expect(judge([created, undefined, read(other)]).drifts).toEqual([]);
  });
});

test('a deleted book may be shown by a read or be missing if a publish overlapped with the delete', () => {
  const failedPublish = at(refuseWithMessage(publish, 404), 1_000, 9_000);
  const history = [
    created,
    { ...at(deleted, 2_000, 3_000), inFlight: [publish.request] },
    failedPublish,
    at(read(), 10_000),
    at(refuseWithMessage(update(other), 404), 11_000),
  ];
  expect(judge(history).drifts).toEqual([]);
});

test('a lookup may find no book while the book is being deleted', () => {
  const failedLookUp = at(refuse(lookUp(), 422, 'bookExternalId'), 60_000);
  expect(judge([created, failedLookUp]).drifts).toEqual(['lookup.answers-200']);
  const inFlight = [deleted.request];
  expect(judge([created, { ...failedLookUp, inFlight }]).drifts).toEqual([]);
});

test('a list may show another update time than a list before it, while both may lag', () => {
  const lists = [31, 59].map((seconds, index) =>
    at(list({ updatedAt: `2026-11-02T14:05:${seconds}.000Z` }), 2_000 + index),
  );
  const sameTitle = update({ title: 'The Salt Road' });
  expect(judge([created, at(sameTitle, 0, 1_000), ...lists]).drifts).toEqual([]);
});

test('a lookup of an unknown external id is proven beside an update that gives another one', () => {
  const unknownLookUp = refuse(lookUp({}, { externalId: 'cat-9' }), 422, 'bookExternalId');
  const judgeBeside = (externalId: string) =>
    judge([created, { ...unknownLookUp, inFlight: [update({ externalId }).request] }], {
      startsEmpty: true,
    }).met;
  expect(judgeBeside('cat-2')).toContain('lookup.unknown-422');
  expect(judgeBeside('CAT-9')).not.toContain('lookup.unknown-422');
});

test('an update of only the chapters returns a published audiobook to draft', () => {
  const chapters = [{ fileId, sequence: 1, title: 'One' }];
  const history = [
    create({ format: 'audio' }, { shows: { format: 'audio', chapters: [] } }),
    publish,
    read({ format: 'audio', chapters: [], status: 'in_review' }),
    update({ chapters }),
  ];
  const judgeStatus = (status: string) =>
    judge([...history, read({ format: 'audio', chapters, status })]).drifts;
  expect(judgeStatus('in_review')).toContain('update.returns-to-draft');
  expect(judgeStatus('draft')).not.toContain('update.returns-to-draft');
});

test('an attach to another book must be refused, even while that book has calls in progress', () => {
  const call = attach({}, { id: otherId });
  const upload = { method: 'POST', path: `/books/${otherId}/upload`, toStorage: false };
  const inFlight = [{ ...upload, account: call.request.account }];
  const judgeAttach = (response: typeof call) =>
    judge([created, create({}, { id: otherId }), requestUpload(), { ...response, inFlight }])
      .drifts;
  expect(judgeAttach(call)).toContain('attach.unknown-404');
  for (const status of [400, 403, 404, 409, 422]) {
    expect(judgeAttach(refuseWithMessage(call, status))).toEqual([]);
  }
});

const refusedCreate = refuse(create({ isbn: 'no number' }), 422, 'isbn');

test.each([
  { call: 'list', shown: list(), otherBook: list(other), drifts: [] },
  {
    call: 'lookup',
    shown: lookUp(),
    otherBook: lookUp({ ...other, externalId: 'cat-10' }),
    drifts: ['lookup.unknown-422', 'lookup.unknown-names-parameter'],
  },
])(
  'a $call with the book of a refused create drifts for that create, unless another one is in flight',
  ({ shown, otherBook, drifts }) => {
    const judgeShown = (exchange: typeof shown) =>
      judge([refusedCreate, exchange, at(created, 400, 2_000)], { startsEmpty: true }).drifts;
    const later = at(shown, 500, 1_000);
    expect(judgeShown(later)).toEqual(['create.refused-leaves-nothing']);
    expect(judgeShown({ ...later, inFlight: [created.request] })).toEqual([]);
    expect(judgeShown(at(otherBook, 500, 1_000))).toEqual(drifts);
  },
);

test.each([
  ['request', hideBody(created)],
  [
    'response',
    { ...created, response: { status: 201, headers: {}, text: undefined, body: undefined } },
  ],
])('a listed book does not drift if a later create has an unknown %s', (_what, later) => {
  expect(judge([refusedCreate, later, list()]).drifts).toEqual([]);
});

test.each([
  ['/incoming/42', true],
  ['https://files.example/incoming/42', true],
  ['/incoming/43', false],
])('a Problem from storage may name %s: %s', (instance, isPermitted) => {
  const url = 'https://files.example/incoming/42?signature=abc';
  const upload = buildExchange('PUT', url, { status: 409, body: buildProblem(409, instance) });
  expect(judge([upload]).drifts.includes('problem.instance-path')).toBe(!isPermitted);
});

test.each([
  [401, true],
  [429, true],
  [400, false],
])('a Problem without a path is permitted with %s: %s', (status, isPermitted) => {
  const body = { title: 'No', status, detail: 'Not now.' };
  const drifts = judge([buildExchange('GET', '/books', { status, body })]).drifts;
  expect(drifts.includes('problem.instance-path')).toBe(!isPermitted);
});

test.each([
  ['/books/external-id/', true],
  ['/books/external-id', false],
])(
  'a Problem about a lookup of a dot, which clients resolve, may name %s: %s',
  (instance, isPermitted) => {
    const lookup = buildExchange('GET', '/books/external-id/.', {
      status: 422,
      body: buildProblem(422, instance, ['bookExternalId']),
    });
    expect(judge([lookup]).drifts.includes('problem.instance-path')).toBe(!isPermitted);
  },
);

test.each([
  ['update.unknown-404', update({ subtitle: 'A sea' })],
  ['upload.unknown-404', requestUpload()],
  ['attach.unknown-404', attach()],
  ['read.unknown-404', read()],
])('by %s, a call must get 404 if the caller made the id up', (requirement, call) => {
  const judgeStatus = (status: number, madeUpIds: readonly string[]) =>
    judge([refuse(changeRequest(call, { madeUpIds }), status)], { startsEmpty: false });
  expect(judgeStatus(422, [bookId]).drifts).toContain(requirement);
  expect(judgeStatus(404, [bookId]).drifts).toEqual([]);
  expect(judgeStatus(404, [bookId]).met).toContain(requirement);
  expect(judgeStatus(422, []).drifts).toEqual([]);
});

test('an attach of a made-up file id in lower case must get 404, even if the service writes ids in upper case', () => {
  const id = bookId.toUpperCase();
  const attachFile = changeRequest(attach({}, { id }), { madeUpIds: [fileId] });
  expect(judge([create({}, { id }), attachFile]).drifts).toContain('attach.unknown-404');
});

test.each([
  ['a book', [create({ isbn: 'no number' })], [read({}), refuseWithMessage(read({}), 404)]],
  [
    'a file',
    [created, requestUpload({ files: [describeFile({ hashSha256: undefined })] })],
    [attach(), refuseWithMessage(attach(), 404)],
  ],
])('%s that a wrongly accepted call returned may exist or not', (_what, calls, laterCalls) => {
  const judgeDrifts = (...later: typeof calls) =>
    judge([...calls, ...later], { startsEmpty: true }).drifts;
  const drifts = judgeDrifts();
  expect(drifts).not.toEqual([]);
  for (const later of laterCalls) expect(judgeDrifts(later)).toEqual(drifts);
});

test.each([
  ['that was read as published', ['published'], true],
  ['that may be a draft again', [], false],
])(
  'a wrongly accepted publish of a book %s %j drifts for the status: %s',
  (_book, statuses, isDrift) => {
    const past = { publicationDate: '2020-01-01' };
    const reads = statuses.map((status) => read({ ...past, status }));
    const history = [create(past), publish, ...reads, publish];
    const { drifts } = judge(history.map((exchange) => withDate(exchange, Date.UTC(2026, 10, 2))));
    expect(drifts).toContain('publish.final-version-window');
    expect(drifts.includes('publish.refused-422-any-status')).toBe(isDrift);
  },
);
