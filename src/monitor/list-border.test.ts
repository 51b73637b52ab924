/** Tests how the monitor judges the order of books across two pages of a list. */
import { describe, expect, test } from 'vitest';
import {
  buildBook,
  createBody,
  buildExchange,
  judge,
  buildListItem,
  buildPage,
} from './scenes/histories.ts';

const createdTitles = ['moor', 'reef', 'dune', 'vale'];
const ids = ['a', 'b', 'c', 'd'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);

/** One create for each title. */
const creates = createdTitles.map((title, index) => {
  const json = { ...createBody, title, externalId: null };
  const body = buildBook(ids[index] ?? '', { title, externalId: null });
  return buildExchange('POST', '/books', { json, status: 201, body, answeredAt: index });
});

interface PageDetails {
  readonly number: number;
  readonly titles: readonly string[];
  readonly total?: number;
  readonly answeredAt?: number;
}

/** Builds a request for one page of two books, sorted by title. */
function readPage({ number, titles, total = 4, answeredAt = 60_000 }: PageDetails) {
  const query = `sort=title&perPage=2`;
  const items = titles.map((title) =>
    buildListItem(ids[createdTitles.indexOf(title)] ?? '', { title, externalId: null }),
  );
  const lastPage = Math.ceil(total / 2);
  const buildLink = (pageNumber: number) =>
    pageNumber < 1 || pageNumber > lastPage ? null : `/books?${query}&page=${pageNumber}`;
  const links = {
    self: buildLink(number),
    next: buildLink(number + 1),
    prev: buildLink(number - 1),
  };
  const meta = { total, page: number, perPage: 2, lastPage };
  const path = `/books?${query}&page=${number}`;
  return buildExchange('GET', path, {
    status: 200,
    body: buildPage(items, { links, meta }),
    answeredAt,
  });
}

describe('the order of books on two pages of one list', () => {
  const separatelySorted = [
    { number: 1, titles: ['moor', 'reef'] },
    { number: 2, titles: ['dune', 'vale'] },
  ] as const;

  test('drifts if each page is sorted by itself', () => {
    const pages = separatelySorted.map(readPage);
    expect(judge([...creates, ...pages]).drifts).toEqual(['list.sorted']);
  });

  test('drifts if each page is sorted by itself and the second is read first', () => {
    const pages = separatelySorted.toReversed().map(readPage);
    expect(judge([...creates, ...pages]).drifts).toEqual(['list.sorted']);
  });

  test('conforms if the list was sorted before it was split into pages', () => {
    const pages = [
      readPage({ number: 1, titles: ['dune', 'moor'] }),
      readPage({ number: 2, titles: ['reef', 'vale'] }),
    ];
    expect(judge([...creates, ...pages]).drifts).toEqual([]);
  });

  test('does not drift if the total changed between the pages', () => {
    const pages = separatelySorted.map((details) =>
      readPage({ ...details, total: 5 - details.number }),
    );
    expect(judge([...creates, ...pages]).drifts).not.toContain('list.sorted');
  });

  test('does not drift while the list may lag behind the creates', () => {
    const pages = separatelySorted.map((details) => readPage({ ...details, answeredAt: 5_000 }));
    expect(judge([...creates, ...pages]).drifts).toEqual([]);
  });

  test('does not drift if the title of a book changed between the pages', () => {
    const [first, second] = separatelySorted.map(readPage);
    const update = buildExchange('PATCH', `/books/${ids[2]}`, {
      json: { title: 'dune' },
      status: 200,
      body: { bookId: ids[2] },
      answeredAt: 60_000,
    });
    expect(judge([...creates, first, update, second]).drifts).toEqual([]);
  });
});
