/** Tests how the monitor judges the order of books across two pages of a list. */
import { describe, expect, test } from 'vitest';
import {
  at,
  buildExchange,
  buildListItem,
  buildPage,
  create,
  judge,
  update,
} from '../../../../tests/support/monitor/histories.ts';

/** The titles of the books in the order in which they were created, and their ids. */
const ids = new Map(
  ['moor', 'reef', 'dune', 'vale'].map((title, index) => [
    title,
    `${String(index).repeat(8)}-0000-4000-8000-000000000000`,
  ]),
);
const creates = [...ids].map(([title, id], index) =>
  at(create({ title, externalId: null }, { id }), index),
);

/** Builds a request for one page of two books, sorted by title. */
function readPage(number: number, titles: readonly string[], { total = 4, time = 60_000 } = {}) {
  const items = titles.map((title) => buildListItem({ title, externalId: null }, ids.get(title)));
  const lastPage = Math.ceil(total / 2);
  const buildLink = (page: number) =>
    page < 1 || page > lastPage ? null : `/books?sort=title&perPage=2&page=${page}`;
  const links = {
    self: buildLink(number),
    next: buildLink(number + 1),
    prev: buildLink(number - 1),
  };
  const body = buildPage(items, { links, meta: { total, page: number, perPage: 2, lastPage } });
  return at(buildExchange('GET', `/books?sort=title&perPage=2&page=${number}`, { body }), time);
}

describe('the order of books on two pages of one list', () => {
  const judgeList = (...history: Parameters<typeof judge>[0]) =>
    judge([...creates, ...history]).drifts;
  const first = readPage(1, ['moor', 'reef']);
  const second = readPage(2, ['dune', 'vale']);

  test('drifts if each page is sorted by itself, whichever is read first', () => {
    expect(judgeList(first, second)).toEqual(['list.sorted']);
    expect(judgeList(second, first)).toEqual(['list.sorted']);
  });

  test('conforms if the list was sorted before it was split into pages', () => {
    expect(judgeList(readPage(1, ['dune', 'moor']), readPage(2, ['reef', 'vale']))).toEqual([]);
  });

  test('does not drift if the total changed between the pages', () => {
    const laterSecond = readPage(2, ['dune', 'vale'], { total: 3 });
    expect(judgeList(first, laterSecond)).not.toContain('list.sorted');
  });

  test('does not drift while the list may lag behind the creates', () => {
    expect(judgeList(at(first, 5_000), at(second, 5_000))).toEqual([]);
  });

  test('does not drift if the title of a book changed between the pages', () => {
    const changeTitle = at(update({ title: 'dune' }, { id: ids.get('dune') ?? '' }), 60_000);
    expect(judgeList(first, changeTitle, second)).toEqual([]);
  });
});
