/** A list of books: what a caller holds before anything is asked, and what a page of it looks like. */
import type { BookListItem, BookPage } from './book.ts';
import type { CallPromise } from './call-promise.ts';
import { isObject } from './json-object.ts';
import type { Normaliser } from './line.ts';

/** The books of a list. Nothing is sent before the first step, and a page only when it is needed. */
export interface BookList extends AsyncIterable<BookListItem> {
  /**
   * The pages as the service sends them: `{ data, meta, links }`.
   * @example
   * for await (const { data, meta } of distribution.books.list().byPage()) {
   *   console.log(`page ${meta.page} of ${meta.lastPage}: ${data.length} books`);
   * }
   */
  readonly byPage: () => AsyncIterable<BookPage>;
  /**
   * The first books, at most `limit` of them; `Infinity` for all.
   * @throws TypeError for a limit that is no number above 0
   * @example
   * const newest = await distribution.books.list().toArray({ limit: 20 });
   */
  readonly toArray: (options: { readonly limit: number }) => Promise<BookListItem[]>;
  /**
   * One page by its number, the first of the query unless given.
   * @example
   * const { meta } = await distribution.books.list({ format: 'audio', perPage: 1 }).page();
   */
  readonly page: (number?: number) => CallPromise<BookPage>;
}

/** One page as the service sends it (document: Book list item). */
export const bookPage: Normaliser<BookPage> = {
  expected: '{ data, meta, links } with a list of books',
  read: (body) => (isPage(body) ? body : undefined),
};

function isPage(body: unknown): body is BookPage {
  if (!isObject(body) || !isObject(body['links']) || !isObject(body['meta'])) return false;
  const { data } = body;
  return (
    Array.isArray(data) && data.every((item) => isObject(item) && typeof item['id'] === 'string')
  );
}

/** Makes the list from the page to start at and a way to ask for one page. The walk is loaded with its first step. */
export function bookList(first: number, ask: (page: number) => CallPromise<BookPage>): BookList {
  const loaded = async () => import('./walk-pages.ts');
  return {
    byPage: async function* pages() {
      yield* (await loaded()).pagesFrom(first, ask);
    },
    toArray: async ({ limit }) => (await loaded()).firstBooks({ first, ask, limit }),
    page: (number = first) => ask(number),
    [Symbol.asyncIterator]: async function* books() {
      yield* (await loaded()).booksFrom(first, ask);
    },
  };
}
