/** How the sandbox shows a page of books: the items, where the page stands, where to go from it. */
import { readyAnswer, type Answer } from './answer.ts';
import type { Readings } from './readings.ts';
import type { Rules } from './rules.ts';
import type { Page } from './store.ts';

/** What a list was asked for, defaults filled in. */
export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly format?: string;
  readonly language?: string;
}

export type PresentList = (page: Page, query: ListQuery, url: string) => Answer;

export function listPresenter(readings: Readings, rules: () => Rules): PresentList {
  const form = forms[readings['list.links.form']];
  const onFirst = readings['list.links.prev-first'];
  return ({ total, items }, query, url) => {
    const lastPage = rules().lastPage(total, query.perPage);
    const to = (page: number) => form(new URL(url), new URLSearchParams(parametersOf(query, page)));
    const self = to(query.page);
    const links = {
      self,
      next: query.page < lastPage ? to(query.page + 1) : null,
      prev: query.page > 1 ? to(query.page - 1) : { null: null, self }[onFirst],
    };
    const meta = { total, page: query.page, perPage: query.perPage, lastPage };
    // Items are kept as JSON, so a page is put together and never parsed.
    const rest = `"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links)}`;
    return readyAnswer(200, `{"data":[${items}],${rest}}`);
  };
}

function parametersOf(query: ListQuery, page: number): Record<string, string> {
  const { perPage, sort, format, language } = query;
  return {
    page: String(page),
    perPage: String(perPage),
    sort,
    ...(format === undefined ? {} : { format }),
    ...(language === undefined ? {} : { language }),
  };
}

type Form = (url: URL, parameters: URLSearchParams) => string;

const forms: Readonly<Record<Readings['list.links.form'], Form>> = {
  'absolute-path': ({ pathname }, parameters) => `${pathname}?${parameters}`,
  'absolute-url': ({ origin, pathname }, parameters) => `${origin}${pathname}?${parameters}`,
  'path-below-prefix': (_url, parameters) => `/books?${parameters}`,
  'query-only': (_url, parameters) => `?${parameters}`,
};
