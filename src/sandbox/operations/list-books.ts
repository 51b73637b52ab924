/** GET /books: returns one page of the account's books. */
import { findListParameter, readFields } from '../../contract/fields.ts';
import { hashItemForm } from '../changes.ts';
import type { Call, Operate, Parts } from '../replaceable-parts/index.ts';
import type { ListQuery } from '../present/index.ts';
import { applyReading, refuseIfAny } from '../readings/index.ts';
import type { StoredPage, PageQuery, SortKey } from '../store/index.ts';
import { getVisibleUntil } from './read-book.ts';

export const listBooks: Operate = async (call, parts) => {
  const query = completeListQuery(call, parts);
  const page = await readPage(query, call, parts);
  const lastPage = Math.max(1, parts.rules.computeLastPage(page.total, query.perPage));
  if (query.page > lastPage) {
    const reason = 'The list does not have that many pages.';
    refuseIfAny(applyReading(parts.readings, 'list.page-beyond', { name: 'page', reason }));
    if (parts.readings['list.page-beyond'] === 'last-page') {
      const lastQuery = { ...query, page: lastPage };
      return parts.present.list(await readPage(lastQuery, call, parts), lastQuery, call.url);
    }
  }
  return parts.present.list(page, query, call.url);
};

async function readPage(query: ListQuery, call: Call, parts: Parts): Promise<StoredPage> {
  const pageQuery = toPageQuery(query, call, parts);
  return pageQuery === undefined ? emptyPage : parts.store.readPage(pageQuery);
}

/** The page of a list whose filters no book can match. */
const emptyPage: StoredPage = { total: 0, items: '' };

function completeListQuery({ query }: Call, { contract }: Parts): ListQuery {
  const { listParameters } = readFields(contract);
  const values: Readonly<Record<string, unknown>> = Object.fromEntries(
    listParameters.map(({ name, default: value }) => [name, query[name] ?? value]),
  );
  const getText = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const { page, perPage } = values;
  return {
    ...values,
    page: typeof page === 'number' || typeof page === 'bigint' ? page : 1,
    perPage:
      typeof perPage === 'number'
        ? perPage
        : (findListParameter('perPage', contract)?.maximum ?? 1),
    sort: getText('sort'),
    format: getText('format'),
    language: getText('language'),
  };
}

/** Returns the query for the store; undefined if no book can match the filters. */
function toPageQuery(query: ListQuery, call: Call, parts: Parts): PageQuery | undefined {
  const language =
    query.language === undefined ? undefined : resolveLanguageFilter(query.language, parts);
  if (query.language !== undefined && language === undefined) return undefined;
  const { sort: sent } = query;
  const sort: SortKey = sent === 'title' || sent === 'productIdentifier' ? sent : 'createdAt';
  const direction = parts.readings['list.sort-direction'];
  const newestFirst = sort === 'createdAt';
  return {
    account: call.account.id,
    sort,
    descending: { 'newest-first': newestFirst, ascending: false, descending: true }[direction],
    unstable: parts.readings['list.sort-ties'] === 'unstable',
    format: query.format,
    language,
    visibleUntil: getVisibleUntil(call, parts),
    limit: query.perPage,
    // A larger offset would lose precision on its way to the database.
    offset: Math.min(Math.max(0, Number(query.page) - 1) * query.perPage, Number.MAX_SAFE_INTEGER),
    readingsHash: hashItemForm(parts),
    itemOf: (book) => JSON.stringify(parts.present.item(book)),
  };
}

/** Returns the language code to filter by; undefined if no book can match. */
function resolveLanguageFilter(text: string, { readings, rules }: Parts): string | undefined {
  const code = rules.formatLanguageCode(text);
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(text) || unknownCodes.has(code)) {
    const place = { name: 'language', reason: 'This is not a language code.' };
    refuseIfAny(applyReading(readings, 'list.language.unknown', place));
  }
  return { 'any-case': code, 'uppercase-only': text === code ? code : undefined }[
    readings['list.language.match']
  ];
}

/** Codes that have the form of a language code but name no language. */
const unknownCodes = new Set(['ZZ', 'XX', 'QQ', 'ZX']);
