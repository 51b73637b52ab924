/** Compares `meta` and `links` of a list page with the request and with each other. */
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import { leadsTo, readLink, type ListQuery } from '../list-query.ts';
import { judgeCondition, formatValue, type Judgement } from './verdicts.ts';

export interface ListEnvelope {
  readonly items: readonly unknown[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  readonly lastPage: number;
  readonly links: JsonObject;
}

/** Returns a page of the documented form; undefined for any other form, which the schema judges. */
export function readPage(body: unknown): ListEnvelope | undefined {
  if (!isObject(body) || !isArray(body['data'])) return undefined;
  const { meta, links, data } = body;
  if (!isObject(meta) || !isObject(links)) return undefined;
  const { total, page, perPage, lastPage } = meta;
  const isCount = (value: unknown): value is number => Number.isInteger(value);
  if (!isCount(total) || !isCount(page) || !isCount(perPage) || !isCount(lastPage)) {
    return undefined;
  }
  return { items: data, total, page, perPage, lastPage, links };
}

/** Judges what a page says about itself. */
export function judgeEnvelope(page: ListEnvelope, query: ListQuery): readonly Judgement[] {
  return [...judgeMeta(page, query), ...judgeLinks(page, query)];
}

function judgeMeta(page: ListEnvelope, query: ListQuery): readonly Judgement[] {
  const { total, lastPage, items } = page;
  const lastPages = total === 0 ? [0, 1] : [Math.ceil(total / query.perPage)];
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

function judgeLinks(
  { links, lastPage, total }: ListEnvelope,
  query: ListQuery,
): readonly Judgement[] {
  const { next, prev, self } = links;
  const countedLastPage = Math.max(1, Math.ceil(total / query.perPage));
  // `lastPage` may be wrong, which is judged elsewhere.
  const latestEnd = Math.max(lastPage, countedLastPage);
  const earliestEnd = Math.min(Math.max(1, lastPage), countedLastPage);
  return [
    ...(query.page >= latestEnd
      ? [
          judgeCondition(next === null, 'list.next-null-on-last', {
            expected: `null as next on page ${query.page} of ${latestEnd}`,
            actual: formatValue(next),
            pointer: '/links/next',
          }),
        ]
      : []),
    ...(query.page < earliestEnd
      ? [
          judgeCondition(typeof next === 'string' && next !== '', 'list.next-before-last', {
            expected: `a link to page ${query.page + 1} of ${latestEnd}`,
            actual: formatValue(next),
            pointer: '/links/next',
          }),
        ]
      : []),
    ...(query.page < earliestEnd
      ? judgeTarget('next', next, { query, pages: [query.page + 1] })
      : []),
    ...judgeTarget('self', self, { query, pages: [query.page] }),
    ...judgePrevious(prev, query, latestEnd),
  ];
}

/** The document does not say whether the previous page of the first is null or the first page itself. */
function judgePrevious(prev: unknown, query: ListQuery, lastPage: number): readonly Judgement[] {
  if (query.page === 1) {
    return prev === null ? [] : judgeTarget('prev', prev, { query, pages: [1] });
  }
  if (query.page > lastPage) return [];
  const { page } = query;
  if (prev === null) {
    const expected = `a link to page ${page - 1}`;
    return [
      judgeCondition(false, 'list.links', { expected, actual: 'null', pointer: '/links/prev' }),
    ];
  }
  return judgeTarget('prev', prev, { query, pages: [page - 1] });
}

const requirementByLink = {
  next: 'list.next-leads-on',
  self: 'list.links',
  prev: 'list.links',
} as const;

interface Target {
  readonly query: ListQuery;
  readonly pages: readonly number[];
}

/** A link with a page number must lead to the right page, with the same filters and sort key. */
function judgeTarget(
  name: 'next' | 'self' | 'prev',
  link: unknown,
  { query, pages }: Target,
): readonly Judgement[] {
  const target = typeof link === 'string' ? readLink(link) : undefined;
  if (target === undefined) return [];
  const isRight = pages.some((page) => leadsTo(target, query, page));
  return [
    judgeCondition(isRight, requirementByLink[name], {
      expected: `a link to page ${pages.join(' or ')} under the same filters and sort key`,
      actual: formatValue(link),
      pointer: `/links/${name}`,
    }),
  ];
}
