/** `meta` and `links` of a list page: what they must be by the request and by each other. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import { leadsTo, readLink, type ListQuery } from './list-query.ts';
import { judgeCondition, formatValue, type Finding } from './verdicts.ts';

export interface Page {
  readonly items: readonly unknown[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  readonly lastPage: number;
  readonly links: Readonly<Record<string, unknown>>;
}

/** A page of the documented form; undefined for any other, which the schema judges. */
export function readPage(body: unknown): Page | undefined {
  if (!isObject(body) || !isArray(body['data'])) return undefined;
  const { meta, links, data } = body;
  if (!isObject(meta) || !isObject(links)) return undefined;
  const { total, page, perPage, lastPage } = meta;
  const whole = (value: unknown): value is number => Number.isInteger(value);
  if (!whole(total) || !whole(page) || !whole(perPage) || !whole(lastPage)) return undefined;
  return { items: data, total, page, perPage, lastPage, links };
}

/** Everything one page says about itself. */
export function judgeEnvelope(page: Page, query: ListQuery): readonly Finding[] {
  return [...judgeMeta(page, query), ...judgeLinks(page, query)];
}

function judgeMeta(page: Page, query: ListQuery): readonly Finding[] {
  const { total, lastPage, items } = page;
  const fitting = Math.ceil(total / query.perPage);
  const lastPages = total === 0 ? [0, 1] : [fitting];
  return [
    judgeCondition(page.page === query.page && page.perPage === query.perPage, 'list.meta-echo', {
      expected: `page ${query.page} and perPage ${query.perPage}`,
      actual: `page ${page.page} and perPage ${page.perPage}`,
      pointer: '/meta',
    }),
    judgeCondition(lastPages.includes(lastPage), 'list.last-page', {
      expected: `lastPage ${lastPages.join(' or ')} for ${total} books, ${query.perPage} a page`,
      actual: String(lastPage),
      pointer: '/meta/lastPage',
    }),
    judgeCondition(items.length <= query.perPage, 'list.page-size', {
      expected: `at most ${query.perPage} books`,
      actual: `${items.length} books`,
      pointer: '/data',
    }),
  ];
}

function judgeLinks({ links, lastPage, total }: Page, query: ListQuery): readonly Finding[] {
  const { next, prev, self } = links;
  const last = Math.max(1, lastPage, Math.ceil(total / query.perPage));
  const first = Math.min(Math.max(1, lastPage), Math.max(1, Math.ceil(total / query.perPage)));
  return [
    ...(query.page >= last
      ? [
          judgeCondition(next === null, 'list.next-null-on-last', {
            expected: `null as next on page ${query.page} of ${last}`,
            actual: formatValue(next),
            pointer: '/links/next',
          }),
        ]
      : []),
    ...(query.page < first
      ? [
          judgeCondition(typeof next === 'string' && next !== '', 'list.next-before-last', {
            expected: `a link to page ${query.page + 1} of ${last}`,
            actual: formatValue(next),
            pointer: '/links/next',
          }),
        ]
      : []),
    ...(query.page < first ? judgeTarget('next', next, { query, pages: [query.page + 1] }) : []),
    ...judgeTarget('self', self, { query, pages: [query.page] }),
    ...judgePrevious(prev, query, last),
  ];
}

/** The document does not say what the first page gives as its previous one: null, or itself. */
function judgePrevious(prev: unknown, query: ListQuery, last: number): readonly Finding[] {
  if (query.page === 1) {
    return prev === null ? [] : judgeTarget('prev', prev, { query, pages: [1] });
  }
  if (query.page > last) return [];
  const { page } = query;
  if (prev === null) {
    const expected = `a link to page ${page - 1}`;
    return [
      judgeCondition(false, 'list.links', { expected, actual: 'null', pointer: '/links/prev' }),
    ];
  }
  return judgeTarget('prev', prev, { query, pages: [page - 1] });
}

const requirementOf = {
  next: 'list.next-leads-on',
  self: 'list.links',
  prev: 'list.links',
} as const;

interface Target {
  readonly query: ListQuery;
  readonly pages: readonly number[];
}

/** A link that names a page has to name the right one, under the same filters and sort key. */
function judgeTarget(
  name: 'next' | 'self' | 'prev',
  link: unknown,
  { query, pages }: Target,
): readonly Finding[] {
  const target = typeof link === 'string' ? readLink(link) : undefined;
  if (target === undefined) return [];
  const right = pages.some((page) => leadsTo(target, query, page));
  return [
    judgeCondition(right, requirementOf[name], {
      expected: `a link to page ${pages.join(' or ')} under the same filters and sort key`,
      actual: formatValue(link),
      pointer: `/links/${name}`,
    }),
  ];
}
