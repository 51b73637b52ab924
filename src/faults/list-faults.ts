/** Faults of the list: pages, counts, filters, links. */
import type { PageQuery } from '../sandbox/store/index.ts';
import { isObject } from '../contract/json-pointer.ts';
import {
  nameFaults,
  changeListQuery,
  changeOperation,
  rewriteBody,
  objectAt,
  type Body,
} from './fault.ts';

/** Sorts the items of one page: JSON objects joined by commas. */
function sortItems(items: string, { sort, descending }: PageQuery): string {
  const parsed: unknown = JSON.parse(`[${items}]`);
  const bodies: Body[] = Array.isArray(parsed) ? parsed.filter(isObject) : [];
  const getKey = (item: Body): string => String(objectAt(item, 'attributes')[sort]).toLowerCase();
  const sign = descending ? -1 : 1;
  bodies.sort((first, second) => sign * (getKey(first) < getKey(second) ? -1 : 1));
  return bodies.map((item) => JSON.stringify(item)).join(',');
}

export const listFaults = nameFaults({
  'page-overlaps': {
    breaks: ['list.walk'],
    description: 'Each page after the first starts with the last book of the previous page.',
    override: changeListQuery((query) => ({ ...query, offset: Math.max(0, query.offset - 1) })),
  },
  'page-skips-one': {
    breaks: ['list.walk'],
    description: 'Each page after the first skips one book.',
    override: changeListQuery((query) => ({
      ...query,
      offset: query.offset + (query.offset > 0 ? 1 : 0),
    })),
  },
  'next-on-last-page': {
    breaks: ['list.next-null-on-last'],
    description: 'The last page has a next link, which leads to the same page.',
    override: changeOperation('listBooks', async (operate, call, parts) =>
      rewriteBody(await operate(call, parts), (body) => {
        const links = objectAt(body, 'links');
        return { ...body, links: { ...links, next: links['next'] ?? links['self'] } };
      }),
    ),
  },
  'total-off-by-one': {
    breaks: ['list.walk', 'list.format-filter'],
    description: 'The total is one too high.',
    override: ({ store }) => ({
      store: {
        readPage: async (query) => {
          const page = await store.readPage(query);
          return { ...page, total: page.total + 1 };
        },
      },
    }),
  },
  'per-page-cap-ignored': {
    breaks: ['list.per-page', 'list.invalid-query-400', 'list.meta'],
    description: 'A page may have more than a hundred books.',
    override: ({ shapes }) => ({
      shapes: {
        parameter: (operation, name, text) => {
          const reading = shapes.parameter(operation, name, text);
          return name === 'perPage' && reading.violations[0]?.keyword === 'maximum'
            ? { ...reading, violations: [] }
            : reading;
        },
      },
    }),
  },
  'last-page-rounded-down': {
    breaks: ['list.last-page', 'list.walk'],
    mayAlsoBreak: ['list.next-before-last', 'list.next-leads-on'],
    description: '`lastPage` is rounded down.',
    override: () => ({
      rules: { computeLastPage: (total, perPage) => Math.max(1, Math.floor(total / perPage)) },
    }),
  },
  'page-one-too-long': {
    breaks: ['list.page-size', 'list.walk'],
    description: 'A page has one book more than requested.',
    override: changeListQuery((query) => ({ ...query, limit: query.limit + 1 })),
  },
  'format-filter-ignored': {
    breaks: ['list.format-filter'],
    description: 'The format filter is ignored.',
    override: changeListQuery(({ format: _format, ...query }) => query),
  },
  'language-filter-ignored': {
    breaks: ['list.language-filter'],
    description: 'The language filter is ignored.',
    override: changeListQuery(({ language: _language, ...query }) => query),
  },
  'sort-ignored': {
    breaks: ['list.sorted'],
    description: 'Books are always sorted by creation time.',
    override: changeListQuery((query) => ({ ...query, sort: 'createdAt' })),
  },
  'pages-sorted-after-the-cut': {
    breaks: ['list.sorted', 'list.walk'],
    description:
      'The list is divided into pages by creation time, and then each page is sorted separately.',
    override: ({ store }) => ({
      store: {
        readPage: async (query) => {
          const page = await store.readPage({ ...query, sort: 'createdAt' });
          return { ...page, items: sortItems(page.items, query) };
        },
      },
    }),
  },
  'next-drops-filters': {
    breaks: ['list.next-leads-on', 'list.links'],
    description: 'The links to other pages lack the filters.',
    override: ({ present }) => ({
      present: {
        list: (page, { format: _format, language: _language, ...query }, url) =>
          present.list(page, query, url),
      },
    }),
  },
  'list-item-stale-after-update': {
    breaks: ['list.agrees-with-book'],
    // The list is filtered and sorted by the new values, and shows the old ones.
    mayAlsoBreak: ['list.language-filter', 'list.sorted'],
    description: 'The list shows a book as it was before its latest update, except for the status.',
    override: ({ store, present }) => ({
      store: {
        replaceBook: async (row) => {
          const storedBook = await store.readBook(row.book.id);
          const shownBook = { ...(storedBook ?? row.book), status: row.book.status };
          const item = JSON.stringify(present.item(shownBook));
          return store.replaceBook({ ...row, item });
        },
      },
    }),
  },
});
