/** Tests how the monitor judges the order of titles on a page, if every collation agrees on it. */
import { expect, test } from 'vitest';
import { buildExchange, judge, buildListItem, buildPage } from './scenes/histories.ts';

function judgeOrder(titles: readonly string[]) {
  const items = titles.map((title, index) =>
    buildListItem(`${String(index).repeat(8)}-0000-4000-8000-000000000000`, { title }),
  );
  const path = '/books?sort=title&page=1';
  const body = buildPage(items, { links: { self: path } });
  const { drifts } = judge([buildExchange('GET', path, { status: 200, body })]);
  return drifts;
}

test('a page drifts if its titles are out of order by their first letters', () => {
  expect(judgeOrder(['k Über', 'm שלום', 'l 🚢'])).toEqual(['list.sorted']);
  expect(judgeOrder(['k Über', 'l שלום', 'm 🚢'])).toEqual([]);
});

test('a page drifts if titles are out of order that do not follow each other directly', () => {
  expect(judgeOrder(['b', '1', 'c', '2', 'a'])).toEqual(['list.sorted']);
});

test('a page drifts if numbers of the same length, or a digit and a letter, are out of order', () => {
  expect(judgeOrder(['map 15', 'map 11', 'map 18'])).toEqual(['list.sorted']);
  expect(judgeOrder(['map 8', 'map x', 'map 9'])).toEqual(['list.sorted']);
  expect(judgeOrder(['map 8', 'map 9', 'map 9x', 'map x'])).toEqual([]);
});

test('a page may order accents, capitals, numbers of different lengths and articles in any way', () => {
  expect(judgeOrder(['é', 'a', 'ü'])).toEqual([]);
  expect(judgeOrder(['e\u0301a', 'fa', 'e\u0301b'])).toEqual([]);
  expect(judgeOrder(['b', 'A', 'c'])).toEqual([]);
  expect(judgeOrder(['9', '10', '11'])).toEqual([]);
  expect(judgeOrder(['9', '9a', '91', '92'])).toEqual([]);
  expect(judgeOrder(['b', 'The a', 'c'])).toEqual([]);
});
