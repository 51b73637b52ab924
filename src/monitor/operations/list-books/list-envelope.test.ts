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
