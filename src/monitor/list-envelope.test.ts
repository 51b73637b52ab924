/** Tests how the monitor judges the links and totals of a list page. */
import { describe, expect, test } from 'vitest';
import { buildExchange, buildListItem, buildPage, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';

describe('a list page drifts if it has', () => {
  const wrongPages = [
    {
      mistake: 'a next link',
      links: { next: '/books?page=2' },
      requirement: 'list.next-null-on-last',
    },
    {
      mistake: 'a last page that is too high',
      meta: { lastPage: 2 },
      requirement: 'list.last-page',
    },
    {
      mistake: 'another page number in its meta',
      meta: { page: 2 },
      requirement: 'list.meta-echo',
    },
    {
      mistake: 'a self link to page 3',
      links: { self: '/books?page=3' },
      requirement: 'list.links',
    },
  ];
  test.each(wrongPages)('$mistake', ({ links = {}, meta = {}, requirement }) => {
    const body = buildPage([buildListItem(id, {})], { links, meta });
    expect(judge([buildExchange('GET', '/books', { status: 200, body })]).drifts).toContain(
      requirement,
    );
  });
});
