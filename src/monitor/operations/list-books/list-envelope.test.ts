/** Tests how the monitor judges the links and totals of a list page. */
import { expect, test } from 'vitest';
import {
  buildExchange,
  buildListItem,
  buildPage,
  judge,
  type Fields,
} from '../../../../tests/support/monitor/histories.ts';

test.each<[string, { links?: Fields; meta?: Fields }]>([
  ['list.next-null-on-last', { links: { next: '/books?page=2' } }],
  ['list.last-page', { meta: { lastPage: 2 } }],
  ['list.meta-echo', { meta: { page: 2 } }],
  ['list.links', { links: { self: '/books?page=3' } }],
])('a list page drifts from %s if it has %j', (requirement, changes) => {
  const body = buildPage([buildListItem()], changes);
  expect(judge([buildExchange('GET', '/books', { body })]).drifts).toContain(requirement);
});

test.each([
  ['no link to the previous page', { page: 2, prev: null, shows: 'null' }],
  ['the last page for a later one', { page: 9, prev: '/books?page=1&perPage=1', shows: 'link' }],
])('a list page may show %s', (_, { page, prev, shows }) => {
  const body = buildPage([buildListItem()], {
    meta: { total: 2, perPage: 1, lastPage: 2, page: 2 },
    links: { self: '/books?page=2&perPage=1', prev },
  });
  const query = `page=${page}&perPage=1`;
  const { drifts, readings } = judge([buildExchange('GET', `/books?${query}`, { body })]);
  expect(drifts).toEqual([]);
  expect(readings).toContain(`list.links.prev=${shows}`);
});

test.each([
  ['200-empty', { page: 9, items: [] }],
  ['last-page', { page: 2, items: [buildListItem()] }],
  ['200 with books', { page: 9, items: [buildListItem()] }],
])('a response to a page after the last one shows %s', (reading, { page, items }) => {
  const body = buildPage(items, {
    meta: { total: 2, perPage: 1, lastPage: 2, page },
    links: { self: `/books?page=${page}&perPage=1`, prev: null },
  });
  const { readings } = judge([buildExchange('GET', '/books?page=9&perPage=1', { body })]);
  expect(readings).toContain(`list.page-beyond=${reading}`);
});
