/** Tests how drifts are grouped by likely cause. */
import { expect, it } from 'vitest';
import type { ExchangeRow, FindingRow } from '../record/index.ts';
import { createDrift } from '../scenes/made-up-drifts.ts';
import { groupByCause } from './causes.ts';

function response(number: number, status: number, body: unknown = {}): ExchangeRow {
  return {
    number,
    method: 'GET',
    url: 'https://staging.invalid/v2/distribution/books',
    requestHeaders: {},
    status,
    responseHeaders: {},
    mediaType: 'application/json',
    responseBody: body,
    took: 1,
  };
}

let rowCount = 0;
function row(requirement: string, change: Partial<FindingRow>): FindingRow {
  rowCount += 1;
  return createDrift(requirement, { fingerprint: `mark${rowCount}`, ...change });
}

const listRequirements = (rows: readonly FindingRow[]): string[] =>
  rows.map(({ requirement }) => requirement);

it('puts the statement about the operation before the general one, and the short case before the long', () => {
  const wrong = { expected: '400', actual: '415  application/json', operation: 'createBook' };
  const calls = Array.from({ length: 9 }, (_, at) => {
    return { number: at, method: 'GET', path: '/books', status: 200, took: 1 };
  });
  const [cause, ...others] = groupByCause([
    row('errors.documented-400', { ...wrong, exchange: response(3, 415) }),
    row('create.body-400', { ...wrong, calls, exchange: response(7, 415) }),
    row('create.content-type-400', { ...wrong, exchange: response(9, 415) }),
  ]);
  expect(others).toEqual([]);
  expect(listRequirements(cause?.rows ?? [])).toEqual([
    'create.content-type-400',
    'create.body-400',
    'errors.documented-400',
  ]);
  expect(cause?.title).toBe('createBook answers 415 instead of 400');
});

it('puts what the document states before an answer that no reading permits', () => {
  const wrong = { expected: '400', actual: '422', operation: 'listBooks' };
  const [cause] = groupByCause([
    row('list.int-parsing', { ...wrong, level: 'open', exchange: response(2, 422) }),
    row('list.page', { ...wrong, exchange: response(9, 422) }),
  ]);
  expect(listRequirements(cause?.rows ?? [])).toEqual(['list.page', 'list.int-parsing']);
});

it('groups operations that refuse with the same message, even about different books', () => {
  const wrong = { expected: '404', actual: '422' };
  const body = (id: string) => ({ message: `No book ${id}-c31b-42d9-89c0-55c985274134.` });
  const causes = groupByCause([
    row('read.unknown-404', {
      ...wrong,
      operation: 'readBook',
      exchange: response(1, 422, body('58748325')),
    }),
    row('update.unknown-404', {
      ...wrong,
      operation: 'updateBook',
      exchange: response(2, 422, body('11748325')),
    }),
    row('list.per-page', {
      ...wrong,
      operation: 'listBooks',
      exchange: response(5, 422, { message: 'Other.' }),
    }),
  ]);
  expect(causes.map(({ rows }) => rows.length)).toEqual([2, 1]);
  expect(causes[0]?.title).toBe('2 operations answer 422 instead of 404');
});

it('merges a single expected status with a list that contains it, and names the single one', () => {
  const at = { operation: 'listBooks', actual: '422' };
  const causes = groupByCause([
    row('list.envelope', { ...at, expected: '200 or 400', exchange: response(1, 422) }),
    row('list.int-parsing', { ...at, expected: 'one of the readings: 400' }),
    row('list.format', { ...at, expected: '400', exchange: response(3, 422) }),
    row('list.walk', { ...at, expected: '200', actual: '500', exchange: response(4, 500) }),
  ]);
  expect(causes.map(({ rows }) => rows.length)).toEqual([3, 1]);
  expect(causes[0]?.title).toBe('listBooks answers 422 instead of 400');
});

it('names the wrong member', () => {
  const at = { pointer: '/data/attributes/chapters/0/sequence', expected: '1', actual: '0' };
  const causes = groupByCause([
    row('chapters.sequence', { ...at, operation: 'readBook' }),
    row('chapters.sequence', { ...at, operation: 'updateBook' }),
  ]);
  expect(causes.map(({ title }) => title)).toEqual([
    '2 operations get chapters.sequence wrong: 0 instead of 1',
  ]);
});

it('says what is wrong inside a list, and puts the short value first', () => {
  const chapter = (sequence: number) => ({ sequence, title: 'One '.repeat(30), titleAscii: null });
  const values = { expected: [chapter(1), chapter(2)], actual: [chapter(0), chapter(1)] };
  const place = '/data/attributes/chapters';
  const [cause, ...others] = groupByCause([
    row('chapters.order', {
      operation: 'updateBook',
      pointer: place,
      expected: `chapters: ${JSON.stringify(values.expected)}`,
      actual: JSON.stringify(values.actual),
      values,
    }),
    row('chapters.sequence', {
      operation: 'updateBook',
      pointer: `${place}/0/sequence`,
      expected: 'a value that must be >= 1',
      actual: '0',
    }),
  ]);
  expect(others).toEqual([]);
  expect(cause?.title).toBe('updateBook gets chapters.sequence wrong: 0 instead of at least 1');
  expect(listRequirements(cause?.rows ?? [])).toEqual(['chapters.sequence', 'chapters.order']);
});

it('separates two faults that one response shows', () => {
  const exchange = response(4, 200);
  const missing = { operation: 'readBook', expected: 'present', actual: 'absent', exchange };
  const causes = groupByCause([
    row('book.series-present', { ...missing, pointer: '/data/attributes/series' }),
    row('book.audience-present', { ...missing, pointer: '/data/attributes/audience' }),
  ]);
  expect(causes.map(({ title }) => title)).toEqual([
    'readBook leaves out series',
    'readBook leaves out audience',
  ]);
});

it('names what was compared, and a question whose answer is not permitted', () => {
  const causes = groupByCause([
    row('list.walk', { operation: 'listBooks', expected: 'books on a walk: 8', actual: '7' }),
    row('update.failed-keeps-status', {
      operation: 'readBook',
      level: 'open',
      expected: 'one of the readings: keeps',
      actual: 'moves-to-draft',
    }),
  ]);
  expect(causes.map(({ title }) => title)).toEqual([
    'listBooks gets “books on a walk” wrong: 7 instead of 8',
    'readBook gets update.failed-keeps-status wrong: moves-to-draft instead of keeps',
  ]);
});

it('groups a case that continued after the wrong response', () => {
  const later = [{ number: 4, method: 'GET', path: '/books', status: 200, took: 1 }];
  const causes = groupByCause([
    row('list.total', {
      operation: 'listBooks',
      expected: 'a total',
      actual: 'none',
      exchange: response(4, 200),
    }),
    row('read.same', {
      operation: 'readBook',
      expected: 'x',
      actual: 'y',
      calls: later,
      exchange: response(6, 200),
    }),
  ]);
  expect(causes).toHaveLength(1);
});

it('does not group drifts that share only a general requirement', () => {
  const causes = groupByCause([
    row('errors.documented-422', {
      operation: 'createBook',
      expected: '422',
      actual: '201',
      exchange: response(1, 201),
    }),
    row('errors.documented-422', {
      operation: 'listBooks',
      expected: '422',
      actual: '500',
      exchange: response(2, 500),
    }),
  ]);
  expect(causes).toHaveLength(2);
});

it('shows new causes first, then those that break the most requirements', () => {
  const at = (operation: string) => ({
    operation,
    values: { expected: { [operation]: 1 }, actual: { [operation]: 2 } },
  });
  const causes = groupByCause([
    row('read.a', { ...at('readBook'), verdict: 'known' }),
    row('list.a', at('listBooks')),
    row('create.a', at('createBook')),
    row('create.b', at('createBook')),
  ]);
  expect(causes.map(({ operations, kind }) => [operations[0], kind])).toEqual([
    ['createBook', 'new'],
    ['listBooks', 'new'],
    ['readBook', 'known'],
  ]);
});
