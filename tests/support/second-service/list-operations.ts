/** The list of books, and the lookup by external id. */
import { createListLine, createBookEnvelope, type ListLine } from './book-views.ts';
import type { ServiceResponse } from './messages.ts';
import { throwIfErrors, Refusal, type FieldError } from './refusal.ts';
import type { ServiceState } from './state.ts';

const queryParameters = ['page', 'perPage', 'sort', 'format', 'language'];
const sortKeys = ['title', 'createdAt', 'productIdentifier'];
const formats = ['audio', 'print', 'ebook'];

/** Returns all books of the list: the current ones, or those of a moment ago if the list lags. */
export type ListView = () => readonly ListLine[];

/** Returns a view of the books that is refreshed after the lag of the service's character. */
export function createListView(state: ServiceState): ListView {
  let lines: readonly ListLine[] = [];
  let validUntil = 0;
  return () => {
    if (Date.now() < validUntil) return lines;
    lines = [...state.books.values()].map((book) => createListLine(state, book));
    validUntil = Date.now() + state.character.list.lagMs;
    return lines;
  };
}

export function listBooks(state: ServiceState, viewList: ListView, url: URL): ServiceResponse {
  const query = url.searchParams;
  throwIfErrors(findQueryErrors(state, query));
  const page = Number(query.get('page') ?? 1);
  const perPage = Number(query.get('perPage') ?? 50);
  const lines = sortLines(state, filterLines(viewList(), query), query.get('sort') ?? 'createdAt');
  const total = lines.length;
  const lastPage = Math.max(state.character.list.lastPageOfEmptyList, Math.ceil(total / perPage));
  const start = (page - 1) * perPage;
  return {
    status: 200,
    json: {
      links: {
        prev: page > 1 ? createPageLink(state, url, page - 1) : null,
        next: page < lastPage ? createPageLink(state, url, page + 1) : null,
        self: createPageLink(state, url, page),
      },
      meta: {
        lastPage,
        perPage,
        page,
        total,
        ...(state.character.verbose ? { from: start + 1 } : {}),
      },
      data: lines.slice(start, start + perPage).map(({ item }) => item),
    },
  };
}

function findQueryErrors(state: ServiceState, query: URLSearchParams): FieldError[] {
  const errors: FieldError[] = [];
  const addError = (name: string, reason: string) => errors.push({ name, reason, status: 400 });
  const checkInteger = (name: string, minimum: number, maximum: number) => {
    const value = query.get(name);
    if (value === null) return;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : -1;
    if (number < minimum || number > maximum)
      addError(name, `is not a whole number from ${minimum} to ${maximum}`);
  };
  const checkEnum = (name: string, values: readonly string[]) => {
    const value = query.get(name);
    if (value !== null && !values.includes(value))
      addError(name, `is not one of ${values.join('|')}`);
  };
  checkInteger('page', 1, Number.MAX_SAFE_INTEGER);
  checkInteger('perPage', 1, 100);
  checkEnum('sort', sortKeys);
  checkEnum('format', formats);
  const unknownParameter = [...query.keys()].find((name) => !queryParameters.includes(name));
  if (state.character.strict && unknownParameter !== undefined)
    addError(unknownParameter, 'is not known here');
  return errors;
}

function filterLines(lines: readonly ListLine[], query: URLSearchParams): ListLine[] {
  const format = query.get('format');
  const language = query.get('language')?.toUpperCase();
  return lines.filter(({ book, languages }) => {
    return (
      (format === null || book.format === format) &&
      (language === undefined || languages.some((code) => String(code).toUpperCase() === language))
    );
  });
}

function sortLines(state: ServiceState, lines: ListLine[], sortKey: string): ListLine[] {
  const direction = state.character.list.newestFirst ? -1 : 1;
  const compareCreation = (a: ListLine, b: ListLine) =>
    (a.book.creationNumber - b.book.creationNumber) * direction;
  if (sortKey === 'createdAt') return lines.sort(compareCreation);
  const getSortValue = ({ title, identifier }: ListLine) =>
    sortKey === 'title' ? title : (identifier ?? '');
  return lines.sort((a, b) => {
    if (getSortValue(a) === getSortValue(b)) return compareCreation(a, b);
    return getSortValue(a) < getSortValue(b) ? -1 : 1;
  });
}

function createPageLink(state: ServiceState, url: URL, page: number): string {
  const query = new URLSearchParams(url.searchParams);
  query.delete('page');
  query.append('page', String(page));
  const queryString = `?${query.toString()}`;
  return state.character.list.links === 'query'
    ? queryString
    : `${state.origins.api}${url.pathname}${queryString}`;
}

export function lookUpBook(state: ServiceState, externalId: string): ServiceResponse {
  const book = [...state.books.values()].find(({ fields }) => fields['externalId'] === externalId);
  if (book !== undefined) return { status: 200, json: createBookEnvelope(state, book) };
  throw new Refusal(422, 'no book has this id', {
    errors: [{ name: 'bookExternalId', reason: 'is not known', status: 422 }],
  });
}
