/** Tests how the monitor judges the order of titles on a page, if every collation agrees on it. */
import { expect, test } from 'vitest';
import {
  buildExchange,
  judge,
  buildListItem,
  buildPage,
} from '../../../../tests/support/monitor/histories.ts';

function judgeOrder(titles: readonly string[]) {
  const items = titles.map((title, index) =>
    buildListItem({ title }, `${String(index).repeat(8)}-0000-4000-8000-000000000000`),
  );
  const path = '/books?sort=title&page=1';
  const body = buildPage(items, { links: { self: path } });
  return judge([buildExchange('GET', path, { body })]).drifts;
}

test.each([
  ['the first letters', ['k Über', 'm שלום', 'l 🚢']],
  ['titles that do not follow each other directly', ['b', '1', 'c', '2', 'a']],
  ['numbers of the same length', ['map 15', 'map 11', 'map 18']],
  ['a digit and a letter', ['map 8', 'map x', 'map 9']],
])('a page drifts if it is out of order by %s', (_rule, titles) => {
  expect(judgeOrder(titles)).toEqual(['list.sorted']);
});

test.each([
  ['first letters in order', ['k Über', 'l שלום', 'm 🚢']],
  ['digits before letters', ['map 8', 'map 9', 'map 9x', 'map x']],
  ['accents', ['é', 'a', 'ü']],
  ['combining accents', ['e\u0301a', 'fa', 'e\u0301b']],
  ['capitals', ['b', 'A', 'c']],
  ['numbers of different lengths', ['9', '10', '11']],
  ['numbers before letters and digits', ['9', '9a', '91', '92']],
  ['articles', ['b', 'The a', 'c']],
])('a page does not drift with %s', (_rule, titles) => {
  expect(judgeOrder(titles)).toEqual([]);
});
