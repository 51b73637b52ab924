/** GET /books: one page of the account's books. */
import { hashReadings } from '../changes/index.ts';
import type { Call, Operate, SandboxParts } from '../parts/index.ts';
import type { ListQuery } from '../present/index.ts';
import { type Readings, readingConcern, refuseIfAny } from '../readings/index.ts';
import type { Page, PageQuery, SortKey } from '../store/index.ts';
import { visibleUntil } from './read-book.ts';

export const listBooks: Operate = async (call, parts) => {
  const query = readListQuery(call);
  const pageRequest = toPageQuery(query, call, parts);
  const page = pageRequest === undefined ? emptyPage : await parts.store.readPage(pageRequest);
  if (query.page > parts.rules.lastPage(page.total, query.perPage) && query.page > 1) {
    const reason = 'There is no such page.';
    refuseIfAny(readingConcern(parts.readings, 'list.page-beyond', { name: 'page', reason }));
  }
  return parts.present.list(page, query, call.url);
};

const emptyPage: Page = { total: 0, items: '' };

function readListQuery({ query }: Call): ListQuery {
  return {
    page: readNumber(query['page'], 1),
    perPage: readNumber(query['perPage'], 50),
    sort: readString(query['sort']) ?? 'createdAt',
    format: readString(query['format']),
    language: readString(query['language']),
  };
}

function readNumber(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

function readString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns undefined if the filters can match nothing. */
function toPageQuery(query: ListQuery, call: Call, parts: SandboxParts): PageQuery | undefined {
  const language = query.language && readLanguageFilter(query.language, parts);
  if (query.language !== undefined && language === undefined) return undefined;
  const sort = readSortKey(query.sort);
  return {
    account: call.account.id,
    sort,
    descending: isDescending(sort, parts.readings),
    unstable: parts.readings['list.sort-ties'] === 'unstable',
    format: query.format,
    language: language === '' ? undefined : language,
    visibleUntil: visibleUntil(call, parts),
    limit: query.perPage,
    // Caps the offset at the largest number that the database gets exactly.
    offset: Math.min((query.page - 1) * query.perPage, Number.MAX_SAFE_INTEGER),
    readingsHash: hashReadings(parts.readings),
    itemOf: (book) => JSON.stringify(parts.present.item(book)),
  };
}

function readSortKey(sort: string): SortKey {
  return sort === 'title' || sort === 'productIdentifier' ? sort : 'createdAt';
}

function isDescending(sort: SortKey, readings: Readings): boolean {
  const newestFirst = sort === 'createdAt';
  return { 'newest-first': newestFirst, ascending: false, descending: true }[
    readings['list.sort-direction']
  ];
}

/** Reads the filter (`list.language`); books with another code are left out (`list.language-filter`). */
function readLanguageFilter(text: string, { readings, rules }: SandboxParts): string | undefined {
  const code = rules.formatLanguageCode(text);
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text) || unknownCodes.has(code)) {
    const reason = 'This is not a language code.';
    refuseIfAny(readingConcern(readings, 'list.language.unknown', { name: 'language', reason }));
  }
  return { 'any-case': code, 'uppercase-only': text === code ? code : undefined }[
    readings['list.language.match']
  ];
}

/** Codes in the form of a language that no language has. */
const unknownCodes = new Set(['ZZ', 'XX', 'QQ', 'ZX']);
