/** The list of books, and the lookup by external id. */
import { createListLine, createBookEnvelope, type ListLine } from './book-views.ts';
import { throwIfErrors, Refusal, type FieldError, type ServiceResponse } from './refusal.ts';
import type { Book, SubjectState } from './state.ts';

const queryParameters = ['page', 'perPage', 'sort', 'format', 'language'];
const sortKeys = ['title', 'createdAt', 'productIdentifier'];
const formats = ['audio', 'print', 'ebook'];

/** Returns all books of the list: the current ones, or those of a moment ago if the list lags. */
export type ListView = () => readonly ListLine[];

/** Returns a view of the books that is refreshed after the lag of the subject's character. */
export function createListView(state: SubjectState): ListView {
  const firstLines = new Map<Book, ListLine>();
  let lines: readonly ListLine[] = [];
  let validUntil = 0;
  return () => {
    if (state.now() < validUntil) return lines;
    lines = [...state.books.values()].map((book) => {
      const line = createListLine(state, book);
      if (!firstLines.has(book)) firstLines.set(book, line);
      return state.hasFault('list-remembers-the-first') ? (firstLines.get(book) ?? line) : line;
    });
    validUntil = state.now() + state.character.list.lagMs;
    return lines;
  };
}

export function listBooks(state: SubjectState, viewList: ListView, url: URL): ServiceResponse {
  const query = url.searchParams;
  throwIfErrors(findQueryErrors(state, query));
  const page = Number(query.get('page') ?? 1);
  const perPage = Number(query.get('perPage') ?? (state.hasFault('twenty-a-page') ? 20 : 50));
  const lines = sortLines(
    state,
    filterLines(state, viewList(), query),
    query.get('sort') ?? 'createdAt',
  );
  const total = lines.length;
  const lastPage = Math.max(state.character.list.lastPageOfEmptyList, Math.ceil(total / perPage));
  const overlap = state.hasFault('pages-overlap') && page > 1 ? 1 : 0;
  const start = Math.max(0, page - 1) * perPage - overlap;
  const pageLines = lines.slice(start, start + perPage);
  const shownLines =
    state.hasFault('a-book-between-pages') && page < lastPage ? pageLines.slice(0, -1) : pageLines;
  const hasMorePages = state.hasFault('always-more') || page < lastPage;
  const isNextLinkMissing = state.hasFault('stops-before-the-last') && page === lastPage - 1;
  return {
    status: 200,
    json: {
      links: {
        prev: page > 1 ? createPageLink(state, url, page - 1) : null,
        next: hasMorePages && !isNextLinkMissing ? createPageLink(state, url, page + 1) : null,
        self: createPageLink(state, url, page),
      },
      meta: {
        lastPage: state.hasFault('one-page-too-many') ? lastPage + 1 : lastPage,
        perPage: state.hasFault('says-fifty') ? 50 : perPage,
        page,
        total: state.hasFault('counts-the-page') ? shownLines.length : total,
        ...(state.character.verbose ? { from: start + 1 } : {}),
      },
      data: shownLines.map(({ item }) => item),
    },
  };
}

function findQueryErrors(state: SubjectState, query: URLSearchParams): FieldError[] {
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
  checkInteger('page', state.hasFault('page-zero-will-do') ? 0 : 1, Number.MAX_SAFE_INTEGER);
  checkInteger('perPage', 1, state.hasFault('one-more-a-page') ? 101 : 100);
  if (!state.hasFault('sorts-by-anything')) checkEnum('sort', sortKeys);
  checkEnum('format', formats);
  const unknownParameter = [...query.keys()].find((name) => !queryParameters.includes(name));
  if (state.character.strict && unknownParameter !== undefined)
    addError(unknownParameter, 'is not known here');
  return errors;
}

function filterLines(
  state: SubjectState,
  lines: readonly ListLine[],
  query: URLSearchParams,
): ListLine[] {
  const format = query.get('format');
  const language = query.get('language')?.toUpperCase();
  const ignoresFormat =
    state.hasFault('format-only-on-page-one') && Number(query.get('page') ?? 1) > 1;
  return lines.filter(({ book, languages }) => {
    return (
      (format === null || ignoresFormat || book.format === format) &&
      (language === undefined || languages.some((code) => String(code).toUpperCase() === language))
    );
  });
}

function sortLines(state: SubjectState, lines: ListLine[], sortKey: string): ListLine[] {
  const direction = state.character.list.newestFirst ? -1 : 1;
  const compareCreation = (a: ListLine, b: ListLine) =>
    (a.book.creationNumber - b.book.creationNumber) * direction;
  if (sortKey === 'createdAt' || state.hasFault('titles-in-any-order'))
    return lines.sort(compareCreation);
  const getSortValue = ({ title, identifier }: ListLine) =>
    sortKey === 'title' ? title : (identifier ?? '');
  return lines.sort((a, b) => {
    if (getSortValue(a) === getSortValue(b)) return compareCreation(a, b);
    return getSortValue(a) < getSortValue(b) ? -1 : 1;
  });
}

function createPageLink(state: SubjectState, url: URL, page: number): string {
  const query = new URLSearchParams(url.searchParams);
  query.delete('page');
  query.append('page', String(page));
  if (state.hasFault('next-forgets-the-format')) query.delete('format');
  const queryString = `?${query.toString()}`;
  return state.character.list.links === 'query'
    ? queryString
    : `${state.origins.api}${url.pathname}${queryString}`;
}

export function lookUpBook(state: SubjectState, externalId: string): ServiceResponse {
  const book = [...state.books.values()].find(
    ({ fields, previousExternalId }) =>
      fields['externalId'] === externalId ||
      (state.hasFault('lookup-remembers-old-ids') && previousExternalId === externalId),
  );
  if (book !== undefined) return { status: 200, json: createBookEnvelope(state, book) };
  const name = state.hasFault('lookup-blames-another') ? 'bookPublicId' : 'bookExternalId';
  throw new Refusal(state.hasFault('lookup-unknown-as-404') ? 404 : 422, 'no book has this id', {
    errors: [{ name, reason: 'is not known', status: 422 }],
  });
}
