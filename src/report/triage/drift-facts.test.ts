/** Tests which call a drift is blamed on, and what is said about how much it concerns. */
import { expect, it } from 'vitest';
import type { FindingRow } from '../record/index.ts';
import { createDrift, createExchangeRow } from '../../../tests/support/report/made-up-drifts.ts';
import { findBlamedOperation } from './drift-calls.ts';
import { describeDrift, formatDriftLines } from './drift-facts.ts';

const write = { request: 3, operation: 'updateBook', method: 'PATCH', path: '/books/1' } as const;
const read = { ...createExchangeRow(8, 200), operation: 'readBook' };

function listFacts(change: Partial<FindingRow>): Record<string, string> {
  return Object.fromEntries(describeDrift([createDrift('a.b', { exchange: read, ...change })]));
}

it.each<readonly [string, Partial<FindingRow>, string]>([
  [
    'the write whose value is wrong',
    {
      pointer: '/data/attributes/isbn',
      sent: [{ ...write, status: 200, name: 'isbn', value: '1' }],
    },
    'PATCH /books/1 → 200 (request 3)',
  ],
  [
    'the refused write whose value is shown',
    {
      pointer: '/data/attributes/isbn',
      shows: 'the refused value',
      sent: [
        { ...write, request: 2, status: 200, name: 'isbn', value: '1' },
        { ...write, status: 422, name: 'isbn', value: '2' },
      ],
    },
    'PATCH /books/1 → 422 (request 3)',
  ],
  [
    'the last call of the operation that the requirement is about',
    {
      requirement: 'delete.deletes',
      expected: 'no book',
      calls: [3, 9].map((number) => ({
        ...write,
        number,
        operation: 'deleteBook',
        status: 204,
        took: 1,
      })),
    },
    'PATCH /books/1 → 204 (request 3)',
  ],
])('blames %s, and names the call that shows it', (_name, change, call) => {
  expect(listFacts(change)).toMatchObject({ call, noticed: 'GET /books → 200 (request 8)' });
});

it('blames the refused call on the same book for what it changed', () => {
  const [book, other] = ['a', 'b'].map((end) => `/books/0f9bb4e1-0b95-4fef-8e19-20b157e2630${end}`);
  const call = { operation: 'deleteBook', method: 'DELETE', took: 1 };
  const facts = listFacts({
    requirement: 'delete.refused-changes-nothing',
    operation: 'readBook',
    exchange: { ...read, url: `https://staging.invalid${book}` },
    calls: [
      { ...call, number: 3, path: book ?? '', status: 409 },
      { ...call, number: 4, path: book ?? '', status: 204 },
      { ...call, number: 5, path: other ?? '', status: 409 },
    ],
  });
  expect(facts['call']).toMatch(/→ 409 \(request 3\)$/);
});

it.each([
  ['a second play did not show it', { confirmed: { times: 1, shown: 0 } }, 'time or chance'],
  ['other books were there', { hasOtherBooks: true as const }, 'perhaps other books'],
])('says on what a history depends if %s', (_name, change, words) => {
  const history = { value: 'listBooks', calls: 1, seed: 1, path: '', runs: 1, shrinks: 2 };
  const facts = listFacts({ counterexample: { ...history, ...change } });
  expect(facts['depends on']).toContain(words);
  expect(listFacts({ counterexample: history })['depends on']).toBeUndefined();
});

it('says how far a sent date is from the day of the call, and shortens ids', () => {
  // The clock of the service may differ from ours.
  const date = 'Sat, 28 Nov 2026 23:00:00 GMT';
  const startedAt = '2031-01-01T09:00:00Z';
  const exchange = { ...read, startedAt, responseHeaders: { date } };
  const path = '/books/0f9bb4e1-0b95-4fef-8e19-20b157e263b9';
  const describeDate = (value: string) =>
    listFacts({
      exchange,
      sent: [{ ...write, path, status: 200, name: 'publicationDate', value }],
    })['before'];
  expect(describeDate('2026-10-19')).toBe(
    'publicationDate "2026-10-19" (40 days ago) by PATCH /books/0f9bb4e1… → 200 (request 3)',
  );
  expect(describeDate('2026-11-29')).toContain('(in 1 day)');
  expect(describeDate('2026-11-28')).toContain('(today)');
  expect(describeDate('2026-02-30')).not.toContain('ago');
});

it('blames the refused write for its value, and not the write before', () => {
  const sent = [
    { ...write, operation: 'createBook', request: 2, status: 201, name: 'title', value: 'Sea' },
    { ...write, status: 404, name: 'title', value: 'Not by this account' },
  ];
  const pointer = '/data/attributes/title';
  const sides = { expected: 'title: Sea', actual: 'Not by this account' };
  for (const requirement of ['account.guards-books', 'update.refused-changes-nothing']) {
    const row = createDrift(requirement, { exchange: read, pointer, sent, ...sides });
    expect(findBlamedOperation({ ...row, shows: 'the refused value' })).toBe('updateBook');
  }
});

it('leaves out a command of text that is too long to copy, if a script does the same', () => {
  const row = createDrift('a.b', { again: `bookdist verify --replay ${'x'.repeat(900)}` });
  expect(formatDriftLines([row]).join('\n')).toContain('run again');
  const lines = formatDriftLines([{ ...row, script: 'reproduce/a.b-1.sh' }]).join('\n');
  expect(lines).toContain('script     reproduce/a.b-1.sh');
  expect(lines).not.toContain('run again');
});

it('says whose key a refused call had whose value another account reads', () => {
  const sent = [{ ...write, status: 404, name: 'title', value: 'Not by this account' }];
  const facts = listFacts({
    requirement: 'account.guards-books',
    pointer: '/data/attributes/title',
    shows: 'the refused value',
    sent,
  });
  expect(facts['sent']).toBe('the key of another account, title "Not by this account"');
});

it('expects the sent value where the response shows another type', () => {
  const facts = listFacts({
    pointer: '/data/attributes/copyright',
    expected: 'a value that must be string',
    actual: '7',
    sent: [{ ...write, status: 200, name: 'copyright', value: 'SELF' }],
  });
  expect(facts).toMatchObject({ expected: '"SELF"', actual: '7' });
});

const audio = { dimension: 'format', values: ['audio'] };
const passWith = (dimension: string, value: string, isUnmet = false) => ({
  request: 1040,
  status: 422,
  condition: { dimension, values: [value], ...(isUnmet && { isUnmet }) },
});
const wasPublished = { dimension: 'write status', values: ['published'] };

it.each<readonly [string, Partial<FindingRow>]>([
  [
    '16 of 115 judged responses, only for the format audio: 16 of 20 with, 0 of 95 without',
    {
      judged: {
        times: 115,
        drifted: 16,
        separation: { condition: audio, matching: { times: 20, drifted: 16 }, others: 95 },
      },
    },
  ],
  [
    '3 of 43 judged responses, perhaps only while the book was published: 3 of 3 with, 0 of 40 without',
    {
      judged: {
        times: 43,
        drifted: 3,
        separation: {
          condition: wasPublished,
          matching: { times: 3, drifted: 3 },
          others: 40,
          isGuess: true,
        },
      },
    },
  ],
  [
    '1 of 17 judged responses; request 1,040 passes (422) with isbn "9790000000002" (wrong check digit)',
    {
      expected: '422',
      actual: '201',
      judged: { times: 17, drifted: 1, passing: passWith('sent isbn', '"9790000000002"') },
    },
  ],
  [
    '1 of 4 judged responses; request 1,040 passes (422) without title',
    { judged: { times: 4, drifted: 1, passing: passWith('write sends', 'title', true) } },
  ],
  [
    '1 of 4 judged responses; request 1,040 passes (422) with 1 entry in chapters',
    { judged: { times: 4, drifted: 1, passing: passWith('count chapters', '1') } },
  ],
  [
    '1 of 4 judged responses; request 1,040 passes (422) for a book without contributor.role "Editor"',
    {
      judged: {
        times: 4,
        drifted: 1,
        passing: passWith('stored sent contributor.role', '"Editor"', true),
      },
    },
  ],
  [
    '1 of 4 judged responses; request 1,040 passes (422) for a book never published before',
    { judged: { times: 4, drifted: 1, passing: passWith('published', 'never') } },
  ],
  [
    '8 of 24 judged responses; request 1,040 is much alike and passes (422)',
    { judged: { times: 24, drifted: 8, passing: { request: 1040, status: 422 } } },
  ],
  ['seen once; no other response can show it', { judged: { times: 1, drifted: 1 } }],
  ['1 of 17 judged responses', { judged: { times: 17, drifted: 1 } }],
  [
    '1 of 4 calls of unpublishBook with a later read',
    { judged: { after: 'unpublishBook', times: 4, drifted: 1 } },
  ],
  [
    '1 of 3 refused calls of updateBook with a later read',
    { judged: { after: 'a refused updateBook', times: 3, drifted: 1 } },
  ],
  [
    '1 of 9 updates without keyword',
    {
      requirement: 'update.keeps-the-rest',
      pointer: '/data/attributes/keyword',
      judged: { times: 9, drifted: 1 },
    },
  ],
  [
    '7 of 40 calls of readBook',
    {
      exchange: { ...read, status: 500 },
      operation: 'readBook',
      judged: { of: 'calls', times: 40, drifted: 7 },
    },
  ],
  [
    'all 4 calls of updateBook that sent isbn',
    {
      sent: [{ ...write, status: 200, name: 'isbn', value: '1' }],
      judged: { of: 'writes', times: 4, drifted: 4 },
    },
  ],
])('says “%s”', (text, change) => {
  expect(listFacts(change)['extent']).toBe(text);
});

it('shows what the call sent that went wrong, and in which state its book was', () => {
  const facts = listFacts({
    requirement: 'update.keeps-the-rest',
    pointer: '/data/attributes/keyword',
    sent: [{ ...write, status: 200, name: 'keyword', value: ['sea'] }],
    calls: [
      { ...write, number: 3, status: 200, took: 1 },
      { ...write, number: 6, status: 200, took: 1 },
    ],
    writes: [
      {
        ...write,
        request: 6,
        status: 200,
        sent: [{ ...write, request: 6, status: 200, name: 'title', value: 'Tide' }],
        book: [
          { dimension: 'format', values: ['print'] },
          { dimension: 'status', values: ['in_review'] },
          { dimension: 'published', values: ['once'] },
          { dimension: 'previous', values: ['a refused updateBook'] },
        ],
      },
    ],
  });
  expect(facts).toMatchObject({
    call: 'PATCH /books/1 → 200 (request 6)',
    sent: 'title "Tide", no keyword',
    before:
      'keyword ["sea"] by PATCH /books/1 → 200 (request 3); print, in review, published once, last call a refused updateBook',
  });
});

it('leaves out what one of many equally wrong responses was sent', () => {
  const sent = [{ ...write, status: 200, name: 'title', value: 'Tide' }];
  const change = {
    pointer: '/data/attributes/series',
    operation: 'updateBook',
    exchange: { ...createExchangeRow(3, 200), method: 'PATCH', operation: 'updateBook' },
    writes: [{ ...write, status: 200, sent, book: [] }],
  };
  expect(listFacts({ ...change, judged: { times: 9, drifted: 2 } })['sent']).toBe('title "Tide"');
  expect(listFacts({ ...change, judged: { times: 9, drifted: 9 } })['sent']).toBeUndefined();
});

it('shows the roles of a long list, because one may be missing', () => {
  const roles = ['Author', 'Editor'];
  const value = roles.map((role) => ({ role, name: `A long name ${'x'.repeat(80)}` }));
  const facts = listFacts({
    requirement: 'publish.narrator',
    expected: '422',
    actual: '204',
    sent: [{ ...write, status: 200, name: 'contributor', value }],
  });
  expect(facts['before']).toContain('contributor 2 entries: role Author, Editor by PATCH');
});

it('shows the entry of a long list that a refusal names', () => {
  const roles = ['Author', 'Author', 'Editor'];
  const value = roles.map((role) => ({ role, name: `A long name ${'x'.repeat(80)}` }));
  const response = { invalidParams: [{ name: 'contributor.2.role' }] };
  const facts = listFacts({
    operation: 'createBook',
    expected: '201',
    actual: '422',
    exchange: createExchangeRow(3, 422, response),
    sent: [{ ...write, status: 422, name: 'contributor', value }],
  });
  expect(facts['sent']).toBe('contributor[2].role "Editor"');
});
