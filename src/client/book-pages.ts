/** The pages of a list, one after the other, by counting: a link of the service is never followed. */
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

/** Makes the list from the page to start at and a way to ask for one page. */
export function bookList(first: number, ask: (page: number) => CallPromise<BookPage>): BookList {
  const items = () => itemsOf(walk(first, ask));
  return {
    byPage: () => pagesOf(walk(first, ask)),
    toArray: async ({ limit }) => firstOf(items(), limit),
    page: (number = first) => ask(number),
    [Symbol.asyncIterator]: items,
  };
}

interface Step {
  readonly page: BookPage;
  /** Its books that came on no page before: one that moves on while the list is walked comes again. */
  readonly fresh: readonly BookListItem[];
}

/**
 * Ends after a page whose `links.next` is null, and before a page that is empty or came already, or that is
 * the second in a row without a new book: a service that ignores `page`, or goes round in circles, would
 * otherwise keep us for ever.
 */
async function* walk(
  first: number,
  ask: (page: number) => PromiseLike<BookPage>,
): AsyncGenerator<Step, void, undefined> {
  const pages = new Set<string>();
  const books = new Set<string>();
  let stale = 0;
  for (let number = first; ; number += 1) {
    const page = await ask(number);
    const { data, links } = page;
    const ends = `${data[0]?.id} ${data.at(-1)?.id}`;
    const fresh = data.filter(({ id }) => !books.has(id) && books.add(id));
    stale = fresh.length === 0 ? stale + 1 : 0;
    if (number > first && (data.length === 0 || pages.has(ends) || stale > 1)) return;
    pages.add(ends);
    yield { page, fresh };
    if (data.length === 0 || typeof links.next !== 'string') return;
  }
}

async function* pagesOf(steps: AsyncIterable<Step>): AsyncGenerator<BookPage, void, undefined> {
  for await (const { page } of steps) yield page;
}

async function* itemsOf(steps: AsyncIterable<Step>): AsyncGenerator<BookListItem, void, undefined> {
  for await (const { fresh } of steps) yield* fresh;
}

async function firstOf(items: AsyncIterable<BookListItem>, limit: number): Promise<BookListItem[]> {
  if (!(limit > 0)) throw new TypeError(`limit must be a number above 0; came ${limit}.`);
  const first: BookListItem[] = [];
  for await (const item of items) {
    first.push(item);
    if (first.length >= limit) break;
  }
  return first;
}
