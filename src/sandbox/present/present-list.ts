/** Writes a page of books: the items, the numbers of the page, and the links to its neighbours. */
import type { SandboxResponse } from './response.ts';
import type { Readings, Rules } from '../readings/index.ts';
import type { StoredPage } from '../store/index.ts';

/** The parameters of a list, with defaults filled in. */
export interface ListQuery extends Readonly<Record<string, unknown>> {
  readonly page: number;
  readonly perPage: number;
  readonly sort: string | undefined;
  readonly format?: string | undefined;
  readonly language?: string | undefined;
}

export type PresentList = (page: StoredPage, query: ListQuery, url: string) => SandboxResponse;

export function createListPresenter(
  readings: Readings,
  rules: () => Rules,
  { respond, path }: { readonly respond: RespondText; readonly path: string },
): PresentList {
  const linkStart = createLinkStarts(path)[readings['list.links.form']];
  const previousOfFirst = readings['list.links.prev-first'];
  return ({ total, items }, query, url) => {
    const lastPage = rules().computeLastPage(total, query.perPage);
    const start = linkStart(url);
    const otherParameters = formatOtherParameters(query);
    const linkTo = (page: number) => `${start}?page=${page}${otherParameters}`;
    const self = linkTo(query.page);
    const links = {
      self,
      next: query.page < lastPage ? linkTo(query.page + 1) : null,
      prev: query.page > 1 ? linkTo(query.page - 1) : { null: null, self }[previousOfFirst],
    };
    const meta = { total, page: query.page, perPage: query.perPage, lastPage };
    // Items are stored as JSON, so a page is joined from strings without parsing them.
    const metaAndLinks = `"meta":${JSON.stringify(meta)},"links":${JSON.stringify(links)}`;
    return respond(`{"data":[${items}],${metaAndLinks}}`);
  };
}

type RespondText = (text: string) => SandboxResponse;

function formatOtherParameters({ page: _page, ...query }: ListQuery): string {
  return Object.entries(query)
    .filter((entry): entry is [string, string | number] => /string|number/.test(typeof entry[1]))
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('');
}

type LinkStarts = Readonly<Record<Readings['list.links.form'], (url: string) => string>>;

/** @param path the path of the list below the version prefix */
function createLinkStarts(path: string): LinkStarts {
  return {
    'absolute-path': (url) => withoutQuery(url).slice(url.indexOf('/', url.indexOf('//') + 2)),
    'absolute-url': withoutQuery,
    'path-below-prefix': () => path,
    'query-only': () => '',
  };
}

function withoutQuery(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
