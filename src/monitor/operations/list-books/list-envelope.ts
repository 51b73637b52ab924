/** Compares `meta` and `links` of a list page with the request and with each other. */
import { isArray, isObject, type JsonObject } from '../../../contract/json-pointer.ts';
import type { StatedId } from '../../../contract/requirements.ts';
import {
  formatValue,
  judgeCondition,
  type Judgement,
  type ObservedReading,
} from '../../views/index.ts';
import { leadsTo, type ListQuery, readLink, listMissingFilters } from './list-query.ts';

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
  // If both disagree, the books on the page may show which one is wrong.
  const shownTotal = (query.page - 1) * query.perPage + items.length;
  const isTotalWrong = items.length > 0 && page.page === query.page && shownTotal > total;
  return [
    judgeCondition(page.page === query.page && page.perPage === query.perPage, 'list.meta-echo', {
      expected: `page ${query.page} and perPage ${query.perPage}`,
      actual: `page ${page.page} and perPage ${page.perPage}`,
      pointer: '/meta',
    }),
    judgeCondition(lastPages.includes(lastPage), 'list.last-page', {
      expected: isTotalWrong
        ? `at least ${shownTotal}, as page ${query.page} shows books`
        : `${lastPages.join(' or ')}, by the total of ${total} at ${query.perPage} a page`,
      actual: String(isTotalWrong ? total : lastPage),
      pointer: isTotalWrong ? '/meta/total' : '/meta/lastPage',
    }),
    judgeCondition(items.length <= query.perPage, 'list.page-size', {
      expected: `at most ${query.perPage} books`,
      actual: `${items.length} books`,
      pointer: '/data',
    }),
  ];
}

function judgeLinks(page: ListEnvelope, query: ListQuery): readonly Judgement[] {
  const { lastPage } = page;
  const { next, prev, self } = page.links;
  const countedLastPage = getEnd(page, query);
  // `lastPage` may be wrong, which is judged elsewhere.
  const latestEnd = Math.max(lastPage, countedLastPage);
  const earliestEnd = Math.min(Math.max(1, lastPage), countedLastPage);
  return [
    ...judgeNext(next, query, { earliestEnd, latestEnd }),
    ...judgeTarget(self, 'list.links', { name: 'self', query, page: query.page }),
    ...judgePrevious(prev, query, latestEnd),
  ];
}

/** Judges the link to the next page. Between the two possible ends of the list, it may be there or not. */
function judgeNext(
  next: unknown,
  query: ListQuery,
  { earliestEnd, latestEnd }: { readonly earliestEnd: number; readonly latestEnd: number },
): readonly Judgement[] {
  const { page } = query;
  const place = { actual: formatValue(next), pointer: '/links/next' };
  // The document does not say where a page after the last leads.
  if (page > latestEnd) return [];
  if (page === latestEnd) {
    const expected = `null as next on page ${page} of ${latestEnd}`;
    return [judgeCondition(next === null, 'list.next-null-on-last', { expected, ...place })];
  }
  if (page >= earliestEnd) return [];
  const isLink = typeof next === 'string' && next !== '';
  const expected = `a link to page ${page + 1} of ${latestEnd}`;
  return [
    judgeCondition(isLink, 'list.next-before-last', { expected, ...place }),
    ...judgeTarget(next, 'list.next-leads-on', { name: 'next', query, page: page + 1 }),
  ];
}

/** The document does not say whether the previous page of the first is null or the first page itself. */
function judgePrevious(prev: unknown, query: ListQuery, lastPage: number): readonly Judgement[] {
  if (query.page > Math.max(1, lastPage)) return [];
  return judgeTarget(prev, 'list.links', {
    name: 'prev',
    query,
    page: Math.max(1, query.page - 1),
  });
}

/** Returns the readings that the links of a page show. */
export function readLinkAnswers(page: ListEnvelope, query: ListQuery): readonly ObservedReading[] {
  const { next, prev } = page.links;
  const end = Math.max(page.lastPage, getEnd(page, query));
  const isBeyond = query.page > end;
  const targets = [
    ['next', next, query.page + 1],
    ['prev', prev, query.page - 1],
  ] as const;
  return [
    ...(isBeyond
      ? [...readNextBeyond(next), ...readPreviousBeyond(prev, query, end)]
      : readPrevious(prev, query)),
    ...targets.flatMap(([name, link, target]): readonly ObservedReading[] => {
      if (typeof link !== 'string' || isBeyond) return [];
      const isNamed =
        readLink(link) !== undefined || (target <= 1 && leadsToFirstPage(link, query));
      if (isNamed) return [{ silence: 'list.links.page', reading: 'named' }];
      const expected = `a link that names page ${target}`;
      const difference = { expected, actual: formatValue(link), pointer: `/links/${name}` };
      return [{ silence: 'list.links.page', reading: 'opaque', difference }];
    }),
  ];
}

/** Returns whether a link without a page number leads to the first page of the list. */
function leadsToFirstPage(link: string, query: ListQuery): boolean {
  const target = readLink(link, true);
  return target !== undefined && leadsTo(target, query, 1);
}

/** The document does not say that the previous page is null on the first page only. */
function readPrevious(link: unknown, { page }: ListQuery): readonly ObservedReading[] {
  if (page === 1 || (link !== null && typeof link !== 'string')) return [];
  if (link !== null) return [{ silence: 'list.links.prev', reading: 'link' }];
  const expected = `a link to page ${page - 1}`;
  const difference = { expected, actual: 'null', pointer: '/links/prev' };
  return [{ silence: 'list.links.prev', reading: 'null', difference }];
}

/** Returns whether a page after the last one leads to yet another page. */
function readNextBeyond(link: unknown): readonly ObservedReading[] {
  const silence = 'list.links.next-beyond';
  if (link === null) return [{ silence, reading: 'null' }];
  const difference = { expected: 'null', actual: formatValue(link), pointer: '/links/next' };
  return [{ silence, reading: 'other', difference }];
}

/** Returns where the previous page of a page after the last one leads. */
function readPreviousBeyond(
  link: unknown,
  query: ListQuery,
  end: number,
): readonly ObservedReading[] {
  const silence = 'list.links.prev-beyond';
  if (link === null) return [{ silence, reading: 'null' }];
  const target = typeof link === 'string' ? readLink(link, true) : undefined;
  const leads = (page: number): boolean => target !== undefined && leadsTo(target, query, page);
  if (leads(query.page - 1)) return [{ silence, reading: 'previous-page' }];
  if (leads(end)) return [{ silence, reading: 'last-page' }];
  const expected = `a link to page ${query.page - 1} or ${end}, or null`;
  const difference = { expected, actual: formatValue(link), pointer: '/links/prev' };
  return [{ silence, reading: 'other', difference }];
}

interface LinkTarget {
  readonly name: 'next' | 'self' | 'prev';
  readonly query: ListQuery;
  readonly page: number;
}

/** A link with a page number must lead to the right page, with the same filters and sort key. */
function judgeTarget(
  link: unknown,
  requirement: StatedId,
  { name, query, page }: LinkTarget,
): readonly Judgement[] {
  const target = typeof link === 'string' ? readLink(link) : undefined;
  if (target === undefined) return [];
  const missing = listMissingFilters(target, query).join(' and ');
  return [
    judgeCondition(leadsTo(target, query, page), requirement, {
      expected: `a link to page ${page} under the same filters and sort key`,
      actual: `${formatValue(link)}${missing === '' ? '' : `, without ${missing}`}`,
      pointer: `/links/${name}`,
    }),
  ];
}

/** Returns the number of the last page, by the total. */
function getEnd({ total }: ListEnvelope, { perPage }: ListQuery): number {
  return Math.max(1, Math.ceil(total / perPage));
}

/** Returns the query that a page answers: for a page after the last one, a service may show the last one. */
export function getShownQuery(page: ListEnvelope, query: ListQuery): ListQuery {
  const end = getEnd(page, query);
  return query.page > end && page.page === end ? { ...query, page: end } : query;
}

/** Returns what a service shows in place of a page after the last one. */
export function readPageBeyond(page: ListEnvelope, query: ListQuery): readonly ObservedReading[] {
  const end = getEnd(page, query);
  if (query.page <= end) return [];
  const silence = 'list.page-beyond';
  if (page.items.length === 0) {
    // The last page of a list without books is empty as well.
    return page.page === end ? [] : [{ silence, reading: '200-empty' }];
  }
  if (page.page === end) {
    const difference = {
      expected: `no books on page ${query.page}, which is after the last one`,
      actual: `page ${end}`,
      pointer: '/meta/page',
    };
    return [{ silence, reading: 'last-page', difference }];
  }
  // Another client may have removed the books of the last page.
  return query.page === end + 1 ? [] : [{ silence, reading: '200 with books' }];
}

/** Returns the number that a service gives the last page of an empty list. */
export function readEmptyEnd({ total, lastPage }: ListEnvelope): readonly ObservedReading[] {
  if (total !== 0 || (lastPage !== 0 && lastPage !== 1)) return [];
  return [{ silence: 'list.last-page-when-empty', reading: String(lastPage) }];
}
