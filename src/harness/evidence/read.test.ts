/** Tests that responses, refusals and times are read in each documented shape, and other shapes leave a case unproven. */
import { describe, expect, it } from 'vitest';
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
import { Unproven } from './verdict-errors.ts';

const createResponse = (body: unknown) => createExchange({ body });

/** Calls a reader and returns its message about what is missing. */
function describeLack(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof Unproven) return error.message;
    throw error;
  }
  return 'nothing';
}

describe('the id of a book', () => {
  it('is read from either shape', () => {
    expect(readBookId(createResponse({ bookId: 'a' }))).toBe('a');
    expect(readBookId(createResponse({ data: { id: 'b' } }))).toBe('b');
  });

  it.each([undefined, [], { data: [] }, { bookId: 7 }, { data: { id: null } }])(
    'is missing from %j',
    (body) => {
      expect(describeLack(() => readBookId(createResponse(body)))).toBe(
        'GET /books/1 answered 200 without a book id',
      );
    },
  );
});

describe('a book', () => {
  it('has attributes, and a status among them', () => {
    const book = createResponse({ data: { attributes: { status: 'draft', title: 'T' } } });
    expect(readAttributes(book)).toEqual({ status: 'draft', title: 'T' });
    expect(readStatus(book)).toBe('draft');
  });

  it.each([undefined, {}, { data: [] }, { data: { attributes: [] } }])(
    'has no attributes in %j',
    (body) => {
      expect(describeLack(() => readAttributes(createResponse(body)))).toContain(
        'without the attributes of a book',
      );
    },
  );

  it('has no status unless it is a string', () => {
    const book = createResponse({ data: { attributes: { status: 1 } } });
    expect(describeLack(() => readStatus(book))).toContain('without the status of a book');
  });
});

describe('grants', () => {
  const resourceGrant = {
    id: 'a',
    attributes: { url: 'u', expiresAt: '2026-11-02T14:05Z', referenceId: 'r', role: 'o' },
  };

  it('are read from either shape, in order', () => {
    const plainGrant = { id: 'b', url: 'v' };
    const read = { id: 'a', url: 'u', expiresAt: '2026-11-02T14:05Z', referenceId: 'r' };
    const plain = { expiresAt: undefined, referenceId: undefined };
    expect(readGrants(createResponse({ data: [resourceGrant, plainGrant] }))).toEqual([
      read,
      { ...plainGrant, ...plain },
    ]);
    expect(readGrants(createResponse([plainGrant]))).toEqual([{ ...plainGrant, ...plain }]);
    expect(readGrants(createResponse({ data: [] }))).toEqual([]);
    for (const expiresAt of [7, '20261102T140531Z']) {
      const grants = readGrants(createResponse([{ ...plainGrant, expiresAt }]));
      expect(grants).toEqual([{ ...plainGrant, ...plain }]);
    }
  });

  it.each([
    ['a list of grants', { data: {} }],
    ['a list of grants', undefined],
    ['the id of a grant', ['x']],
    ['the id of a grant', [{ url: 'u' }]],
    ['the url of a grant', [{ id: 'a', attributes: {} }]],
  ])('without %s are not read', (missingPart, body) => {
    expect(describeLack(() => readGrants(createResponse(body)))).toContain(
      `without ${missingPart}`,
    );
  });
});

describe('a page', () => {
  const page = {
    data: [{ id: 'a', attributes: { title: 'T' } }],
    meta: { total: 3, page: 1, perPage: 2, lastPage: 2 },
    links: { self: 's', next: 'n', prev: null },
  };

  it('has items, meta and links', () => {
    expect(readItems(createResponse(page))).toEqual(page.data);
    expect(readMeta(createResponse(page))).toEqual(page.meta);
    expect(readLinks(createResponse(page))).toEqual(page.links);
    const last = { ...page, links: { self: 's', next: null, prev: 'p' } };
    expect(readLinks(createResponse(last))).toEqual(last.links);
  });

  it.each([
    ['a list of books', { data: {} }],
    ['a list of books', undefined],
    ['a list item', { data: ['x'] }],
    ['a list item', { data: [{ id: 'a' }] }],
    ['the id of a list item', { data: [{ attributes: {} }] }],
  ])('without %s has no items', (missingPart, body) => {
    expect(describeLack(() => readItems(createResponse(body)))).toContain(`without ${missingPart}`);
  });

  it.each(['total', 'page', 'perPage', 'lastPage'])('needs the number %s in its meta', (key) => {
    const body = { meta: { ...page.meta, [key]: '1' } };
    expect(describeLack(() => readMeta(createResponse(body)))).toContain(`without meta.${key}`);
  });

  it.each(['self', 'next', 'prev'])('needs the link %s', (key) => {
    const body = { links: { ...page.links, [key]: 1 } };
    expect(describeLack(() => readLinks(createResponse(body)))).toContain(`without links.${key}`);
  });

  it('is reported without its meta or its links if they are missing', () => {
    expect(describeLack(() => readMeta(createResponse({})))).toContain(
      'without the meta of a list',
    );
    expect(describeLack(() => readMeta(createResponse(undefined)))).toContain(
      'without the meta of a list',
    );
    expect(describeLack(() => readLinks(createResponse({})))).toContain(
      'without the links of a list',
    );
    expect(describeLack(() => readLinks(createResponse(undefined)))).toContain(
      'without the links of a list',
    );
  });
});

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
