/** Reads the query of a list request or of a link. */
import { splitQuery } from './call.ts';

export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly format: string | undefined;
  readonly language: string | undefined;
}

/** Returns the query with its defaults; undefined if a service need not accept one of the values. */
export function readListQuery(query: URLSearchParams): ListQuery | undefined {
  const page = readPositiveInteger(query.get('page') ?? '1');
  const perPage = readPositiveInteger(query.get('perPage') ?? '50');
  const sort = query.get('sort') ?? 'createdAt';
  const hasRepeats = new Set(query.keys()).size < [...query.keys()].length;
  const isListed = ['createdAt', 'title', 'productIdentifier'].includes(sort);
  if (page === undefined || perPage === undefined || hasRepeats || !isListed) return undefined;
  return {
    page,
    perPage,
    sort,
    // The service may accept a format in another case, and ignore empty values.
    format: query.get('format')?.toLowerCase() || undefined,
    language: query.get('language') || undefined,
  };
}

function readPositiveInteger(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** Returns the query of a link; undefined if it has no page number. */
export function readLink(link: string): ListQuery | undefined {
  const [, query] = splitQuery(link);
  const parameters = new URLSearchParams(query.split('#')[0]);
  return parameters.has('page') ? readListQuery(parameters) : undefined;
}

/** Returns whether a link leads to a page of the same list. */
export function leadsTo(link: ListQuery, query: ListQuery, page: number): boolean {
  return (
    link.page === page &&
    link.perPage === query.perPage &&
    link.sort === query.sort &&
    (link.format ?? '') === (query.format ?? '') &&
    (link.language ?? '').toLowerCase() === (query.language ?? '').toLowerCase()
  );
}
