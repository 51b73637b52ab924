/** The order of titles on one page, as far as every collation agrees on it. */
import { expect, test } from 'vitest';
import { exchangeOf, judge, listed, page } from './scenes/histories.ts';

function sortedBy(titles: readonly string[]) {
  const items = titles.map((title, index) =>
    listed(`${String(index).repeat(8)}-0000-4000-8000-000000000000`, { title }),
  );
  const path = '/books?sort=title&page=1';
  const body = page(items, { links: { self: path } });
  const { drifts } = judge([exchangeOf('GET', path, { status: 200, body })]);
  return drifts;
}

test('judges titles that start with different letters', () => {
  expect(sortedBy(['k Über', 'm שלום', 'l 🚢'])).toEqual(['list.sorted']);
  expect(sortedBy(['k Über', 'l שלום', 'm 🚢'])).toEqual([]);
});

test('titles that are not neighbours', () => {
  expect(sortedBy(['b', '1', 'c', '2', 'a'])).toEqual(['list.sorted']);
});

test('judges numbers of the same length, and a digit before a letter', () => {
  expect(sortedBy(['map 15', 'map 11', 'map 18'])).toEqual(['list.sorted']);
  expect(sortedBy(['map 8', 'map x', 'map 9'])).toEqual(['list.sorted']);
  expect(sortedBy(['map 8', 'map 9', 'map 9x', 'map x'])).toEqual([]);
});

test('does not judge accents, capitals, numbers of different lengths and articles', () => {
  expect(sortedBy(['é', 'a', 'ü'])).toEqual([]);
  expect(sortedBy(['e\u0301a', 'fa', 'e\u0301b'])).toEqual([]);
  expect(sortedBy(['b', 'A', 'c'])).toEqual([]);
  expect(sortedBy(['9', '10', '11'])).toEqual([]);
  expect(sortedBy(['9', '9a', '91', '92'])).toEqual([]);
  expect(sortedBy(['b', 'The a', 'c'])).toEqual([]);
});
