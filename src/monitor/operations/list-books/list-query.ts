/** Reads the query of a list request or of a link. */
import { findListParameter, readFields } from '../../../contract/fields.ts';
import { splitQuery } from '../../call.ts';

export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly sort: string;
  readonly format: string | undefined;
  readonly language: string | undefined;
  /** The values of documented parameters of which only the contract knows, in a fixed order. */
  readonly others: string;
}

/** The parameters whose meaning the monitor knows. A run names any other as unproven. */
export const knownListParameters: readonly string[] = [
  'page',
  'perPage',
  'sort',
  'format',
  'language',
];

/** Returns the query with its defaults; undefined if a service need not accept one of the values. */
export function readListQuery(query: URLSearchParams): ListQuery | undefined {
  const page = readPositiveInteger(query.get('page') ?? getDefault('page'));
  const perPage = readPositiveInteger(query.get('perPage') ?? getDefault('perPage'));
  const sort = query.get('sort') ?? getDefault('sort');
  const hasRepeats = new Set(query.keys()).size < [...query.keys()].length;
  const isListed = findListParameter('sort')?.values?.includes(sort) === true;
  if (page === undefined || perPage === undefined || hasRepeats || !isListed) return undefined;
  return {
    page,
    perPage,
    sort,
    // The service may accept a format in another case, and ignore empty values.
    format: query.get('format')?.toLowerCase() || undefined,
    language: query.get('language') || undefined,
    others: readOthers(query),
  };
}

function getDefault(name: string): string {
  const value = findListParameter(name)?.default;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function readOthers(query: URLSearchParams): string {
  const names = readFields()
    .listParameters.map(({ name }) => name)
    .filter((name) => !knownListParameters.includes(name) && query.has(name));
  return names.map((name) => `${name}=${query.get(name)}`).join('&');
}

function readPositiveInteger(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/**
 * Returns the query of a link; undefined if it has no page number.
 * @param mayOmitPage true if a link without a page number means the first page
 */
export function readLink(link: string, mayOmitPage = false): ListQuery | undefined {
  const [, query] = splitQuery(link);
  const parameters = new URLSearchParams(query.split('#')[0]);
  return parameters.has('page') || mayOmitPage ? readListQuery(parameters) : undefined;
}

/** Names the filters of a list that a link lacks. */
export function listMissingFilters(link: ListQuery, query: ListQuery): string[] {
  return (['format', 'language'] as const).filter(
    (name) => (query[name] ?? '') !== '' && (link[name] ?? '') === '',
  );
}

/** Returns whether a link leads to a page of the same list. */
export function leadsTo(link: ListQuery, query: ListQuery, page: number): boolean {
  return (
    link.page === page &&
    link.perPage === query.perPage &&
    link.sort === query.sort &&
    link.others === query.others &&
    (link.format ?? '') === (query.format ?? '') &&
    (link.language ?? '').toLowerCase() === (query.language ?? '').toLowerCase()
  );
}
