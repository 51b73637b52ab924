/** Tests that responses are read in each documented shape, and that other shapes leave a case unproven. */
import { describe, expect, it } from 'vitest';
import { createExchange } from '../scenes/create-exchange.ts';
import {
  readAttributes,
  readBookId,
  readGrants,
  readItems,
  readLinks,
  readMeta,
  readStatus,
} from './read.ts';
import { Unproven } from './verdict-errors.ts';

const of = (body: unknown) => createExchange({ body });

/** Returns what a reader says is missing. */
function lack(read: () => unknown): string {
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
    expect(readBookId(of({ bookId: 'a' }))).toBe('a');
    expect(readBookId(of({ data: { id: 'b' } }))).toBe('b');
  });

  it.each([undefined, [], { data: [] }, { bookId: 7 }, { data: { id: null } }])(
    'is missing from %j',
    (body) => {
      expect(lack(() => readBookId(of(body)))).toBe('GET /books/1 answered 200 without a book id');
    },
  );
});

describe('a book', () => {
  it('has attributes, and a status among them', () => {
    const book = of({ data: { attributes: { status: 'draft', title: 'T' } } });
    expect(readAttributes(book)).toEqual({ status: 'draft', title: 'T' });
    expect(readStatus(book)).toBe('draft');
  });

  it.each([undefined, {}, { data: [] }, { data: { attributes: [] } }])('has none in %j', (body) => {
    expect(lack(() => readAttributes(of(body)))).toContain('without the attributes of a book');
  });

  it('has no status unless it is a string', () => {
    const book = of({ data: { attributes: { status: 1 } } });
    expect(lack(() => readStatus(book))).toContain('without the status of a book');
  });
});

describe('grants', () => {
  const wrapped = {
    id: 'a',
    attributes: { url: 'u', expiresAt: 't', referenceId: 'r', role: 'o' },
  };

  it('are read from either shape, in order', () => {
    const bare = { id: 'b', url: 'v' };
    const read = { id: 'a', url: 'u', expiresAt: 't', referenceId: 'r', role: 'o' };
    const plain = { expiresAt: undefined, referenceId: undefined, role: undefined };
    expect(readGrants(of({ data: [wrapped, bare] }))).toEqual([read, { ...bare, ...plain }]);
    expect(readGrants(of([bare]))).toEqual([{ ...bare, ...plain }]);
    expect(readGrants(of({ data: [] }))).toEqual([]);
    expect(readGrants(of([{ ...bare, expiresAt: 7 }]))).toEqual([{ ...bare, ...plain }]);
  });

  it.each([
    ['a list of grants', { data: {} }],
    ['a list of grants', undefined],
    ['a grant', ['x']],
    ['the id of a grant', [{ url: 'u' }]],
    ['the url of a grant', [{ id: 'a', attributes: {} }]],
  ])('without %s are not read', (what, body) => {
    expect(lack(() => readGrants(of(body)))).toContain(`without ${what}`);
  });
});

describe('a page', () => {
  const page = {
    data: [{ id: 'a', attributes: { title: 'T' } }],
    meta: { total: 3, page: 1, perPage: 2, lastPage: 2 },
    links: { self: 's', next: 'n', prev: null },
  };

  it('has items, meta and links', () => {
    expect(readItems(of(page))).toEqual(page.data);
    expect(readMeta(of(page))).toEqual(page.meta);
    expect(readLinks(of(page))).toEqual(page.links);
    const last = { ...page, links: { self: 's', next: null, prev: 'p' } };
    expect(readLinks(of(last))).toEqual(last.links);
  });

  it.each([
    ['a list of books', { data: {} }],
    ['a list of books', undefined],
    ['a list item', { data: ['x'] }],
    ['a list item', { data: [{ id: 'a' }] }],
    ['the id of a list item', { data: [{ attributes: {} }] }],
  ])('without %s has no items', (what, body) => {
    expect(lack(() => readItems(of(body)))).toContain(`without ${what}`);
  });

  it.each(['total', 'page', 'perPage', 'lastPage'])('needs the number %s in its meta', (key) => {
    const body = { meta: { ...page.meta, [key]: '1' } };
    expect(lack(() => readMeta(of(body)))).toContain(`without meta.${key}`);
  });

  it.each(['self', 'next', 'prev'])('needs the link %s', (key) => {
    const body = { links: { ...page.links, [key]: 1 } };
    expect(lack(() => readLinks(of(body)))).toContain(`without links.${key}`);
  });

  it('names missing meta or links', () => {
    expect(lack(() => readMeta(of({})))).toContain('without the meta of a list');
    expect(lack(() => readMeta(of(undefined)))).toContain('without the meta of a list');
    expect(lack(() => readLinks(of({})))).toContain('without the links of a list');
    expect(lack(() => readLinks(of(undefined)))).toContain('without the links of a list');
  });
});
