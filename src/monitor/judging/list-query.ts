/** Reads the query of a list, and that of a link. */
import { splitQuery } from '../call.ts';

export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly format: string | undefined;
  readonly language: string | undefined;
}

/** Returns the query with its defaults; undefined if a service need not accept one of the values. */
export function readListQuery(query: URLSearchParams): ListQuery | undefined {
  const page = wholeNumber(query.get('page') ?? '1');
  const perPage = wholeNumber(query.get('perPage') ?? '50');
  const sort = query.get('sort') ?? 'createdAt';
  const repeated = new Set(query.keys()).size < [...query.keys()].length;
  const listed = ['createdAt', 'title', 'productIdentifier'].includes(sort);
  if (page === undefined || perPage === undefined || repeated || !listed) return undefined;
  return {
    page,
    perPage,
    sort,
    // A format in another case may be understood, and an empty value may mean none.
    format: query.get('format')?.toLowerCase() || undefined,
    language: query.get('language') || undefined,
  };
}

function wholeNumber(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** The query of a link; undefined if it has no page number, so that nothing can be said about it. */
export function readLink(link: string): ListQuery | undefined {
  const [, query] = splitQuery(link);
  const parameters = new URLSearchParams(query.split('#')[0]);
  return parameters.has('page') ? readListQuery(parameters) : undefined;
}

/** True if a link leads to another page of the same list. */
export function leadsTo(link: ListQuery, query: ListQuery, page: number): boolean {
  return (
    link.page === page &&
    link.perPage === query.perPage &&
    link.sort === query.sort &&
    (link.format ?? '') === (query.format ?? '') &&
    (link.language ?? '').toLowerCase() === (query.language ?? '').toLowerCase()
  );
}
