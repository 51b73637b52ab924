import { describe, expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge, listed, page } from './scenes/histories.ts';

const ids = ['a', 'b', 'c', 'd'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);

/** Creates books with these titles, in this order. */
function creating(titles: readonly string[]) {
  return titles.map((title, index) => {
    const json = { ...createBody, title, externalId: null };
    const body = book(ids[index] ?? '', { title, externalId: null });
    return exchangeOf('POST', '/books', { json, status: 201, body, answeredAt: index });
  });
}

interface Sheet {
  readonly number: number;
  readonly titles: readonly string[];
  readonly total?: number;
  readonly answeredAt?: number;
}

/** A page of the books by title, two a page. */
function sheet(made: readonly string[], { number, titles, total = 4, answeredAt = 60_000 }: Sheet) {
  const query = `sort=title&perPage=2`;
  const items = titles.map((title) =>
    listed(ids[made.indexOf(title)] ?? '', { title, externalId: null }),
  );
  const lastPage = Math.ceil(total / 2);
  const link = (to: number) => (to < 1 || to > lastPage ? null : `/books?${query}&page=${to}`);
  const links = { self: link(number), next: link(number + 1), prev: link(number - 1) };
  const meta = { total, page: number, perPage: 2, lastPage };
  const path = `/books?${query}&page=${number}`;
  return exchangeOf('GET', path, { status: 200, body: page(items, { links, meta }), answeredAt });
}

const made = ['moor', 'reef', 'dune', 'vale'];

describe('the order of books on two pages of one list', () => {
  const cut = [
    { number: 1, titles: ['moor', 'reef'] },
    { number: 2, titles: ['dune', 'vale'] },
  ] as const;

  test('drifts if each page is sorted by itself', () => {
    const pages = cut.map((one) => sheet(made, one));
    expect(judge([...creating(made), ...pages]).drifts).toEqual(['list.sorted']);
  });

  test('drifts no matter which page is read first', () => {
    const pages = cut.toReversed().map((one) => sheet(made, one));
    expect(judge([...creating(made), ...pages]).drifts).toEqual(['list.sorted']);
  });

  test('conforms if the list was sorted before it was split into pages', () => {
    const pages = [
      sheet(made, { number: 1, titles: ['dune', 'moor'] }),
      sheet(made, { number: 2, titles: ['reef', 'vale'] }),
    ];
    expect(judge([...creating(made), ...pages]).drifts).toEqual([]);
  });

  test('is open if books came or went in between', () => {
    const pages = cut.map((one) => sheet(made, { ...one, total: 5 - one.number }));
    expect(judge([...creating(made), ...pages]).drifts).not.toContain('list.sorted');
  });

  test('is open while the list may lag behind the creates', () => {
    const pages = cut.map((one) => sheet(made, { ...one, answeredAt: 5_000 }));
    expect(judge([...creating(made), ...pages]).drifts).toEqual([]);
  });

  test('is open for a book whose title changed in between', () => {
    const [first, second] = cut.map((one) => sheet(made, one));
    const renamed = exchangeOf('PATCH', `/books/${ids[2]}`, {
      json: { title: 'dune' },
      status: 200,
      body: { bookId: ids[2] },
      answeredAt: 60_000,
    });
    expect(judge([...creating(made), first, renamed, second]).drifts).toEqual([]);
  });
});
