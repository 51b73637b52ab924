/** Tests how drifts are grouped by likely cause. */
import { expect, it } from 'vitest';
import type { FindingRow } from '../record/index.ts';
import { createDrift, createExchangeRow } from '../../../tests/support/report/made-up-drifts.ts';
import { groupByCause } from './causes.ts';

let rowCount = 0;
function createRow(requirement: string, change: Partial<FindingRow>): FindingRow {
  rowCount += 1;
  return createDrift(requirement, { fingerprint: `mark${rowCount}`, ...change });
}

const listRequirements = (rows: readonly FindingRow[]): string[] =>
  rows.map(({ requirement }) => requirement);

it('puts the shortest case of a statement about the operation first, and a general statement last', () => {
  const wrongStatus = { expected: '400', actual: '415  application/json', operation: 'createBook' };
  const calls = Array.from({ length: 9 }, (_, number) => {
    return { number, method: 'GET', path: '/books', status: 200, took: 1 };
  });
  const [cause, ...others] = groupByCause([
    createRow('errors.documented-400', { ...wrongStatus, exchange: createExchangeRow(3, 415) }),
    createRow('create.body-400', { ...wrongStatus, calls, exchange: createExchangeRow(7, 415) }),
    createRow('create.content-type-400', { ...wrongStatus, exchange: createExchangeRow(9, 415) }),
  ]);
  expect(others).toEqual([]);
  expect(listRequirements(cause?.rows ?? [])).toEqual([
    'create.content-type-400',
    'create.body-400',
    'errors.documented-400',
  ]);
  expect(cause?.title).toBe('createBook answers 415 instead of 400');
});

it('puts a broken statement before an answer that is not a permitted reading', () => {
  const wrongStatus = { expected: '400', actual: '422', operation: 'listBooks' };
  const [cause] = groupByCause([
    createRow('list.int-parsing', {
      ...wrongStatus,
      level: 'open',
      exchange: createExchangeRow(2, 422),
    }),
    createRow('list.page', { ...wrongStatus, exchange: createExchangeRow(9, 422) }),
  ]);
  expect(listRequirements(cause?.rows ?? [])).toEqual(['list.page', 'list.int-parsing']);
});

it('groups operations that refuse with the same message, even about different books', () => {
  const wrongStatus = { expected: '404', actual: '422' };
  const body = (id: string) => ({ message: `No book ${id}-c31b-42d9-89c0-55c985274134.` });
  const causes = groupByCause([
    createRow('read.unknown-404', {
      ...wrongStatus,
      operation: 'readBook',
      exchange: createExchangeRow(1, 422, body('58748325')),
    }),
    createRow('update.unknown-404', {
      ...wrongStatus,
      operation: 'updateBook',
      exchange: createExchangeRow(2, 422, body('11748325')),
    }),
    createRow('list.per-page', {
      ...wrongStatus,
      operation: 'listBooks',
      exchange: createExchangeRow(5, 422, { message: 'Other.' }),
    }),
  ]);
  expect(causes.map(({ rows }) => rows.length)).toEqual([2, 1]);
  expect(causes[0]?.title).toBe('readBook and updateBook answer 422 instead of 404');
});

it('groups drifts if the status that one expects is among those that another permits, and names the single status', () => {
  const commonFields = { operation: 'listBooks', actual: '422' };
  const causes = groupByCause([
    createRow('list.envelope', {
      ...commonFields,
      expected: '200 or 400',
      exchange: createExchangeRow(1, 422),
    }),
    createRow('list.int-parsing', { ...commonFields, expected: 'one of the readings: 400' }),
    createRow('list.format', {
      ...commonFields,
      expected: '400',
      exchange: createExchangeRow(3, 422),
    }),
    createRow('list.walk', {
      ...commonFields,
      expected: '200',
      actual: '500',
      exchange: createExchangeRow(4, 500),
    }),
  ]);
  expect(causes.map(({ rows }) => rows.length)).toEqual([3, 1]);
  expect(causes[0]?.title).toBe('listBooks answers 422 instead of 400');
});

it('names the wrong member of several operations', () => {
  const commonFields = {
    pointer: '/data/attributes/chapters/0/sequence',
    expected: '1',
    actual: '0',
  };
  const causes = groupByCause([
    createRow('chapters.sequence', { ...commonFields, operation: 'readBook' }),
    createRow('chapters.sequence', { ...commonFields, operation: 'updateBook' }),
  ]);
  expect(causes.map(({ title }) => title)).toEqual([
    'readBook and updateBook show chapters.sequence as 0 instead of 1',
  ]);
});

it('names the wrong member inside a list, and puts the drift with short values first', () => {
  const chapter = (sequence: number) => ({ sequence, title: 'One '.repeat(30), titleAscii: null });
  const values = { expected: [chapter(1), chapter(2)], actual: [chapter(0), chapter(1)] };
  const place = '/data/attributes/chapters';
  const [cause, ...others] = groupByCause([
    createRow('chapters.order', {
      operation: 'updateBook',
      pointer: place,
      expected: `chapters: ${JSON.stringify(values.expected)}`,
      actual: JSON.stringify(values.actual),
      values,
    }),
    createRow('chapters.sequence', {
      operation: 'updateBook',
      pointer: `${place}/0/sequence`,
      expected: 'a value that must be >= 1',
      actual: '0',
    }),
  ]);
  expect(others).toEqual([]);
  expect(cause?.title).toBe('updateBook shows chapters.sequence as 0 instead of at least 1');
  expect(listRequirements(cause?.rows ?? [])).toEqual(['chapters.sequence', 'chapters.order']);
});

const sentPart = { request: 3, method: 'PATCH', path: '/books/1', status: 200 } as const;

it('groups drifts by the write that explains them, whichever call shows them', () => {
  const fields = {
    pointer: '/data/attributes/subtitle',
    expected: 'subtitle: new',
    actual: 'old',
    exchange: createExchangeRow(4, 200),
    sent: [{ ...sentPart, operation: 'updateBook', name: 'subtitle', value: 'new' }],
  };
  const causes = groupByCause([
    createRow('update.changes-values', { ...fields, operation: 'readBook' }),
    createRow('update.keeps-the-rest', { ...fields, operation: 'updateBook' }),
    createRow('lookup.same-book', { ...fields, operation: 'lookUpBook' }),
  ]);
  expect(causes.map(({ requirements }) => requirements.length)).toEqual([3]);
});

it('separates two faults that one response shows', () => {
  const exchange = createExchangeRow(4, 200);
  const absentMember = { operation: 'readBook', expected: 'present', actual: 'absent', exchange };
  const causes = groupByCause([
    createRow('book.series-present', { ...absentMember, pointer: '/data/attributes/series' }),
    createRow('book.audience-present', { ...absentMember, pointer: '/data/attributes/audience' }),
  ]);
  expect(causes.map(({ title }) => title)).toEqual([
    'readBook leaves out series',
    'readBook leaves out audience',
  ]);
});

it('names the compared subject, or the silence with an answer that is not permitted', () => {
  const causes = groupByCause([
    createRow('list.walk', { operation: 'listBooks', expected: 'books on a walk: 8', actual: '7' }),
    createRow('update.null-clears', {
      operation: 'readBook',
      level: 'open',
      expected: 'one of the readings: clears',
      actual: 'reset',
    }),
  ]);
  expect(causes.map(({ title }) => title)).toEqual([
    'listBooks shows “books on a walk” as 7 instead of 8',
    'readBook shows update.null-clears as reset instead of clears',
  ]);
});

it('groups a drift with that of an earlier response in the same case', () => {
  const caseCalls = [{ number: 4, method: 'GET', path: '/books', status: 200, took: 1 }];
  const causes = groupByCause([
    createRow('list.membership', {
      operation: 'listBooks',
      expected: 'a total',
      actual: 'none',
      exchange: createExchangeRow(4, 200),
    }),
    createRow('read.same', {
      operation: 'readBook',
      expected: 'x',
      actual: 'y',
      calls: caseCalls,
      exchange: createExchangeRow(6, 200),
    }),
  ]);
  expect(causes).toHaveLength(1);
});

it.each<readonly [string, readonly Partial<FindingRow>[]]>([
  [
    'statuses above 499 of one operation, whatever was expected',
    [
      { requirement: 'update.unknown-404', expected: '404', actual: '500' },
      { requirement: 'chapters.file-must-match', expected: '422', actual: '500' },
    ],
  ],
  [
    'every member that a refused update changed',
    [
      { requirement: 'update.refused-changes-nothing', pointer: '/data/attributes/isbn' },
      { requirement: 'update.refused-changes-nothing', pointer: '/data/attributes/status' },
      {
        requirement: 'book.publication-date',
        pointer: '/data/attributes/publicationDate',
        shows: 'the refused value',
      },
    ],
  ],
  [
    'the requests that a service accepts if it refuses hardly any',
    ['createBook', 'listBooks', 'readBook', 'updateBook', 'deleteBook'].map((operation) => ({
      requirement: `${operation}.refuses`,
      operation,
      expected: '404',
      actual: '200',
    })),
  ],
])('takes for one cause %s', (_sentence, changes) => {
  const rows = changes.map(({ requirement = '', ...change }) =>
    createRow(requirement, { operation: 'updateBook', ...change }),
  );
  expect(groupByCause(rows).map((cause) => cause.rows.length)).toEqual([rows.length]);
});

it('groups a wrong value with the invalid request whose acceptance shows it', () => {
  const exchange = createExchangeRow(4, 200);
  const causes = groupByCause([
    createRow('list.meta', {
      operation: 'listBooks',
      pointer: '/meta/perPage',
      expected: 'a value that must be <= 100',
      actual: '32768',
      exchange,
    }),
    createRow('list.per-page', {
      operation: 'listBooks',
      expected: '400',
      actual: '200',
      exchange,
      sent: [{ ...sentPart, request: 4, name: 'perPage', value: '32768' }],
    }),
  ]);
  expect(causes.map(({ title }) => title)).toEqual([
    'listBooks accepts an invalid perPage (200, should be 400)',
  ]);
});

it('groups an accepted publish with the write that got the member of its rule wrong', () => {
  const causes = groupByCause([
    createRow('chapters.one-file-one-chapter', {
      operation: 'publishBook',
      expected: '422',
      actual: '204',
      exchange: createExchangeRow(9, 204),
      calls: [{ ...sentPart, number: 3, took: 1 }],
    }),
    createRow('chapters.replace', {
      operation: 'updateBook',
      pointer: '/data/attributes/chapters',
      expected: 'chapters: 1 entry',
      actual: '2 entries',
      values: { expected: [1], actual: [1, 2] },
      exchange: createExchangeRow(3, 200),
      sent: [{ ...sentPart, operation: 'updateBook', name: 'chapters', value: [1] }],
    }),
  ]);
  expect(causes.map(({ title }) => title)).toEqual(['updateBook adds entries to chapters']);
});

it('says what the requests have in common that most operations accept', () => {
  const exchange = { ...createExchangeRow(2, 200), requestHeaders: { apikey: '[wrong key]' } };
  const rows = ['createBook', 'listBooks', 'readBook', 'updateBook', 'deleteBook'].map(
    (operation) =>
      createRow('auth.invalid-key', { operation, expected: '401', actual: '200', exchange }),
  );
  expect(groupByCause(rows).map(({ title }) => title)).toEqual([
    'createBook, listBooks, readBook and 2 other operations accept an invalid key (200, should be 401)',
  ]);
});

it('does not group drifts that share only a general requirement', () => {
  const causes = groupByCause([
    createRow('errors.documented-422', {
      operation: 'createBook',
      expected: '422',
      actual: '201',
      exchange: createExchangeRow(1, 201),
    }),
    createRow('errors.documented-422', {
      operation: 'listBooks',
      expected: '422',
      actual: '500',
      exchange: createExchangeRow(2, 500),
    }),
  ]);
  expect(causes).toHaveLength(2);
});

it('takes an invalid member that two operations accept for one fault', () => {
  const accept = (operation: string, expected: string, actual: string) =>
    createRow(`isbn.${operation}`, {
      operation,
      expected,
      actual,
      sent: [{ ...sentPart, name: 'isbn', value: '9780306406156' }],
    });
  const rows = [accept('createBook', '422', '201'), accept('updateBook', '422', '200')];
  const titles = groupByCause(rows).map(({ title }) => title);
  expect(titles).toEqual(['createBook and updateBook accept an invalid isbn (should be 422)']);
});

it('starts with a drift that many responses show', () => {
  const rare = createRow('update.keeps-the-rest', { judged: { times: 310, drifted: 1 } });
  const frequent = createRow('update.changes-values', {
    judged: { times: 20, drifted: 20 },
    firstAtRequest: 99,
  });
  const [cause] = groupByCause(
    [rare, frequent].map((drift) => ({ ...drift, pointer: '/data/attributes/subtitle' })),
  );
  expect(cause?.root.requirement).toBe('update.changes-values');
});

it('shows new causes first, then those that break the most requirements', () => {
  const createFields = (operation: string) => ({
    operation,
    values: { expected: { [operation]: 1 }, actual: { [operation]: 2 } },
  });
  const causes = groupByCause([
    createRow('read.a', { ...createFields('readBook'), verdict: 'known' }),
    createRow('list.a', createFields('listBooks')),
    createRow('create.a', createFields('createBook')),
    createRow('create.b', createFields('createBook')),
  ]);
  expect(causes.map(({ operations, kind }) => [operations[0], kind])).toEqual([
    ['createBook', 'new'],
    ['listBooks', 'new'],
    ['readBook', 'known'],
  ]);
});

it.each([
  ['the member that an earlier write got wrong', 'chapters', 1],
  ['another member', 'isFinalVersion', 2],
])('groups a refused flow with its cause if the refusal names %s', (_, name, count) => {
  const write = { ...createExchangeRow(3, 200), operation: 'updateBook', method: 'PATCH' };
  const refusal = createExchangeRow(5, 422, { invalidParams: [{ name, reason: 'Incomplete.' }] });
  const call = { method: 'PATCH', path: '/books/1', took: 1 };
  const causes = groupByCause([
    createRow('flow.audiobook', {
      operation: 'publishBook',
      expected: '2xx to publishing a complete book',
      actual: '422  application/problem+json',
      calls: [
        { ...call, number: 3, status: 200 },
        { ...call, number: 5, status: 422 },
      ],
      exchange: refusal,
    }),
    createRow('chapters.add', {
      operation: 'updateBook',
      pointer: '/data/attributes/chapters',
      expected: 'chapters: 2 entries',
      actual: '1 entry',
      values: { expected: [{ sequence: 1 }, { sequence: 2 }], actual: [{ sequence: 1 }] },
      exchange: write,
    }),
  ]);
  expect(causes).toHaveLength(count);
  expect(causes.map(({ root }) => root.requirement)).toContain('chapters.add');
});
