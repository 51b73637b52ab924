/**
 * Tests that responses, refusals and times are read in each documented shape, that other shapes leave a case unproven,
 * and what the errors of a case carry.
 */
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../monitor/index.ts';
import { createExchange } from '../../../tests/support/harness/create-exchange.ts';
import {
  readAttributes,
  readBookId,
  readGrants,
  readItems,
  readLinks,
  readMeta,
  readStatus,
  formatInstant,
  parseInstant,
  preciseNow,
  isMessageBody,
  parseProblem,
} from './read.ts';
import {
  getExpectedResponse,
  noteExpectedResponse,
  Unanswered,
  Unproven,
} from './verdict-errors.ts';

const createResponse = (body: unknown) => createExchange({ body });

const page = {
  data: [{ id: 'a', attributes: { title: 'T' } }],
  meta: { total: 3, page: 1, perPage: 2, lastPage: 2 },
  links: { self: 's', next: 'n', prev: null },
};

it('reads the id of a book from either shape', () => {
  expect(readBookId(createResponse({ bookId: 'a' }))).toBe('a');
  expect(readBookId(createResponse({ data: { id: 'b' } }))).toBe('b');
});

it('reads the attributes of a book, and the status among them', () => {
  const book = createResponse({ data: { attributes: { status: 'draft', title: 'T' } } });
  expect(readAttributes(book)).toEqual({ status: 'draft', title: 'T' });
  expect(readStatus(book)).toBe('draft');
});

it('reads grants from either shape, in order', () => {
  const expiresAt = '2026-11-02T14:05Z';
  const resourceGrant = {
    id: 'a',
    attributes: { url: 'u', expiresAt, referenceId: 'r', role: 'o' },
  };
  const plainGrant = { id: 'b', url: 'v' };
  const read = { id: 'a', url: 'u', expiresAt, referenceId: 'r' };
  const plain = { ...plainGrant, expiresAt: undefined, referenceId: undefined };
  expect(readGrants(createResponse({ data: [resourceGrant, plainGrant] }))).toEqual([read, plain]);
  expect(readGrants(createResponse([plainGrant]))).toEqual([plain]);
  expect(readGrants(createResponse({ data: [] }))).toEqual([]);
  for (const unread of [7, '20261102T140531Z']) {
    const grants = readGrants(
      createResponse([{ ...plainGrant, expiresAt: unread, referenceId: 7 }]),
    );
    expect(grants).toEqual([plain]);
  }
});

it('reads the items, meta and links of a page', () => {
  expect(readItems(createResponse(page))).toEqual(page.data);
  expect(readMeta(createResponse(page))).toEqual(page.meta);
  expect(readLinks(createResponse(page))).toEqual(page.links);
  const last = { ...page, links: { self: 's', next: null, prev: 'p' } };
  expect(readLinks(createResponse(last))).toEqual(last.links);
});

const lacks: readonly (readonly [
  part: string,
  read: (exchange: Exchange) => unknown,
  bodies: readonly unknown[],
])[] = [
  ['a book id', readBookId, [undefined, [], { data: [] }, { bookId: 7 }, { data: { id: null } }]],
  [
    'the attributes of a book',
    readAttributes,
    [undefined, {}, { data: [] }, { data: { attributes: [] } }],
  ],
  ['the status of a book', readStatus, [{ data: { attributes: { status: 1 } } }]],
  ['a list of grants', readGrants, [{ data: {} }, undefined]],
  ['the id of a grant', readGrants, [['x'], [{ url: 'u' }]]],
  ['the url of a grant', readGrants, [[{ id: 'a', attributes: {} }]]],
  ['a list of books', readItems, [{ data: {} }, undefined]],
  ['a list item', readItems, [{ data: ['x'] }, { data: [{ id: 'a' }] }]],
  ['the id of a list item', readItems, [{ data: [{ attributes: {} }] }]],
  ['the meta of a list', readMeta, [{}, undefined]],
  ['the links of a list', readLinks, [{}, undefined]],
  ...Object.keys(page.meta).map(
    (key) => [`meta.${key}`, readMeta, [{ meta: { ...page.meta, [key]: '1' } }]] as const,
  ),
  ...Object.keys(page.links).map(
    (key) => [`links.${key}`, readLinks, [{ links: { ...page.links, [key]: 1 } }]] as const,
  ),
];

it.each(lacks.flatMap(([part, read, bodies]) => bodies.map((body) => ({ part, read, body }))))(
  'finds no $part in $body',
  ({ part, read, body }) => {
    const response = createResponse(body);
    const lack = new Unproven(`GET /books/1 answered 200 without ${part}`, response);
    expect(() => read(response)).toThrow(lack);
  },
);

it('formats and parses microseconds', () => {
  const noon = Date.parse('2026-02-28T12:00:00.250Z');
  expect(formatInstant(noon + 0.125)).toBe('2026-02-28T12:00:00.250125Z');
  expect(formatInstant(noon)).toBe('2026-02-28T12:00:00.250000Z');
  expect(formatInstant(noon + 4095 / 4096)).toBe('2026-02-28T12:00:00.251000Z');
  expect(parseInstant('2026-02-28T12:00:00.250125Z')).toBeCloseTo(noon + 0.125, 3);
});

it('parses times of any precision and offset, and returns NaN for other text', () => {
  expect(parseInstant('2026-02-28T12:00:00.250Z')).toBe(Date.parse('2026-02-28T12:00:00.250Z'));
  expect(parseInstant('2026-02-28T13:00:00+01:00')).toBe(Date.parse('2026-02-28T12:00:00Z'));
  expect(parseInstant('2026-02-28T13:00:00.1234567+01:00')).toBeCloseTo(
    Date.parse('2026-02-28T12:00:00.123Z') + 0.4567,
    3,
  );
  expect(parseInstant('2026-02-28T12:00:00.1230005678Z')).toBeCloseTo(
    Date.parse('2026-02-28T12:00:00.123Z'),
    2,
  );
  expect(parseInstant('yesterday')).toBeNaN();
});

it('returns a time within a minute of the clock of the machine', () => {
  expect(Math.abs(preciseNow() - Date.now())).toBeLessThan(60_000);
});

describe('a Problem', () => {
  it('is read with its status, its instance and the names of its parameters', () => {
    const problem = { status: 422, instance: '/books', invalidParams: [{ name: 'isbn' }] };
    const otherFields = { title: 'T', detail: 'D', type: 'about:blank' };
    expect(parseProblem({ ...problem, ...otherFields })).toEqual(problem);
  });

  it('is read even if fields are missing or have the wrong type', () => {
    const bare = { status: 400, instance: '', invalidParams: [] };
    expect(parseProblem({ status: '400', title: 7 })).toEqual(bare);
    expect(parseProblem({ status: 400, title: '', invalidParams: 'none' })).toEqual(bare);
    expect(parseProblem({ status: 400, detail: 'D', invalidParams: {} })).toEqual(bare);
    const params = [{ name: 1 }, 'x', { name: 'isbn' }];
    expect(parseProblem({ status: 400, title: '', invalidParams: params })?.invalidParams).toEqual([
      { name: '' },
      { name: 'isbn' },
    ]);
  });

  it.each([undefined, null, 'text', [], {}, { status: 400 }, { title: 'T', detail: 'D' }])(
    'is not %j',
    (body) => expect(parseProblem(body)).toBeUndefined(),
  );
});

describe('a message', () => {
  it('is an object with a string as its message', () =>
    expect(isMessageBody({ message: '' })).toBe(true));
  it.each([undefined, 'message', ['message'], {}, { message: 1 }])('is not %j', (body) =>
    expect(isMessageBody(body)).toBe(false),
  );
});

it('explains a missing response by its reason unless it knows more', () => {
  const plain = new Unanswered('GET /books timed out');
  expect([plain.code, plain.explanation]).toEqual(['', 'GET /books timed out.']);
  const known = new Unanswered('no connection', { code: 'ECONNREFUSED', explanation: 'Start it.' });
  expect([known.code, known.explanation]).toEqual(['ECONNREFUSED', 'Start it.']);
});

it('keeps the first expectation of a response', () => {
  const exchange = createExchange({ body: {} });
  expect(getExpectedResponse(exchange)).toBeUndefined();
  noteExpectedResponse(exchange, '404');
  noteExpectedResponse(exchange, '2xx');
  expect(getExpectedResponse(exchange)).toBe('404');
});
