/** Writes a page of books: the items, the numbers of the page, and the links to its neighbours. */
import { textResponse, type SandboxResponse } from './response.ts';
import type { Readings, Rules } from '../readings/index.ts';
import type { StoredPage } from '../store/index.ts';

/** The parameters of a list, with defaults filled in. */
export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly format?: string | undefined;
  readonly language?: string | undefined;
}

export type PresentList = (page: StoredPage, query: ListQuery, url: string) => SandboxResponse;

export function createListPresenter(readings: Readings, rules: () => Rules): PresentList {
  const linkStart = linkStarts[readings['list.links.form']];
  const previousOfFirst = readings['list.links.prev-first'];
  return ({ total, items }, query, url) => {
    const lastPage = rules().computeLastPage(total, query.perPage);
    const start = linkStart(url);
    const filters = formatFilters(query);
    const linkTo = (page: number) => `${start}?page=${page}&${filters}`;
    const self = linkTo(query.page);
    const links = {
      self,
      next: query.page < lastPage ? linkTo(query.page + 1) : null,
      prev: query.page > 1 ? linkTo(query.page - 1) : { null: null, self }[previousOfFirst],
    };
    const meta = { total, page: query.page, perPage: query.perPage, lastPage };
    // Items are stored as JSON, so a page is joined from strings without parsing them.
    const metaAndLinks = `"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links)}`;
    return textResponse(200, `{"data":[${items}],${metaAndLinks}}`, 'application/json');
  };
}

function formatFilters({ perPage, sort, format, language }: ListQuery): string {
  const filters = [
    format === undefined ? '' : `&format=${encodeURIComponent(format)}`,
    language === undefined ? '' : `&language=${encodeURIComponent(language)}`,
  ];
  return `perPage=${perPage}&sort=${sort}${filters.join('')}`;
}

const linkStarts: Readonly<Record<Readings['list.links.form'], (url: string) => string>> = {
  'absolute-path': (url) => withoutQuery(url).slice(url.indexOf('/', url.indexOf('//') + 2)),
  'absolute-url': withoutQuery,
  'path-below-prefix': () => '/books',
  'query-only': () => '',
};

function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
