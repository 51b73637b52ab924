/** Writes a page of books: the items, the position of the page, and the links from it. */
import { textAnswer, type Answer } from './answer.ts';
import type { Readings, Rules } from '../readings/index.ts';
import type { Page } from '../store/index.ts';

/** The parameters of a list, with defaults filled in. */
export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly format?: string | undefined;
  readonly language?: string | undefined;
}

export type PresentList = (page: Page, query: ListQuery, url: string) => Answer;

export function listPresenter(readings: Readings, rules: () => Rules): PresentList {
  const form = forms[readings['list.links.form']];
  const onFirst = readings['list.links.prev-first'];
  return ({ total, items }, query, url) => {
    const lastPage = rules().lastPage(total, query.perPage);
    const start = form(url);
    const rest = parametersOf(query);
    const to = (page: number) => `${start}?page=${page}&${rest}`;
    const self = to(query.page);
    const links = {
      self,
      next: query.page < lastPage ? to(query.page + 1) : null,
      prev: query.page > 1 ? to(query.page - 1) : { null: null, self }[onFirst],
    };
    const meta = { total, page: query.page, perPage: query.perPage, lastPage };
    // Items are stored as JSON, so a page is joined from text and never parsed.
    const around = `"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links)}`;
    return textAnswer(200, `{"data":[${items}],${around}}`, 'application/json');
  };
}

/** Returns all parameters except the page. */
function parametersOf({ perPage, sort, format, language }: ListQuery): string {
  const filters = [
    format === undefined ? '' : `&format=${encodeURIComponent(format)}`,
    language === undefined ? '' : `&language=${encodeURIComponent(language)}`,
  ];
  return `perPage=${perPage}&sort=${sort}${filters.join('')}`;
}

/** The start of a link, up to its query. */
const forms: Readonly<Record<Readings['list.links.form'], (url: string) => string>> = {
  'absolute-path': (url) => withoutQuery(url).slice(url.indexOf('/', url.indexOf('//') + 2)),
  'absolute-url': withoutQuery,
  'path-below-prefix': () => '/books',
  'query-only': () => '',
};

function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
