/** Lists books: page by page, book by book, and never with a silent end before the last one. */
import type { BookListItem, BookPageBody, BookQuery } from '../contract.ts';
import { UnexpectedResponseError } from '../errors/index.ts';
import { createCall, type CallPromise, type CallResult, type Service } from '../transport/index.ts';
import type { CallOptions } from '../requests/index.ts';
import { discardBody } from '../responses/index.ts';
import { pageBody } from './readers.ts';
import { sendList } from './requests.ts';

/** One page of the list: `{ data, meta, links }` as the service sends it, and the way to the next one. */
export interface BookPage extends BookPageBody {
  /** True when the service has more pages. */
  readonly hasNextPage: () => boolean;
  /**
   * Requests the page after this one, by its number. Resolves with null after the last page.
   * @throws UnexpectedResponseError when the list ends before as many books as `meta.total` counts
   * @example
   * let page: BookPage | null = await distribution.books.list().page();
   * for (; page !== null; page = await page.getNextPage()) console.log(page.data.length);
   */
  readonly getNextPage: () => Promise<BookPage | null>;
}

/** The books of a list. Nothing is sent before the first step, and a page only when it is needed. */
export interface BookList extends AsyncIterable<BookListItem> {
  /**
   * The pages as the service sends them.
   * @example
   * for await (const { data, meta } of distribution.books.list().byPage()) {
   *   console.log(`page ${meta.page} of ${meta.lastPage}: ${data.length} books`);
   * }
   */
  readonly byPage: () => AsyncIterable<BookPage>;
  /**
   * The first books, at most `limit` of them; `Infinity` for all.
   * @throws TypeError for a limit that is not above 0
   * @example
   * const newest = await distribution.books.list().toArray({ limit: 20 });
   */
  readonly toArray: (options: { readonly limit: number }) => Promise<BookListItem[]>;
  /**
   * One page by its number; the first of the query unless given.
   * @example
   * const { meta } = await distribution.books.list({ format: 'audio', perPage: 1 }).page();
   */
  readonly page: (number?: number) => CallPromise<BookPage>;
}

/** The largest page size (document: Limits), which a walk over the whole list uses. */
const largestPage = 100;

export function listBooks(
  service: Service,
  query: BookQuery = {},
  options: CallOptions | undefined,
): BookList {
  const { page: first = 1, perPage = largestPage, ...filters } = query;
  const request = async (page: number): Promise<CallResult<BookPage>> => {
    const call = service.begin('listBooks', options);
    const send = sendList({ ...filters, perPage, page });
    return addNextPage(await service.ask(call, pageBody, send), page);
  };
  const addNextPage = (result: CallResult<BookPageBody>, number: number): CallResult<BookPage> => {
    const hasNextPage = () => typeof result.data.links.next === 'string';
    const getNextPage = async () => {
      if (hasNextPage()) return (await request(number + 1)).data;
      const seen = (number - 1) * perPage + page.data.length;
      const missing = countMissing(page, { first: 1, number, seen });
      if (missing > 0) throw incomplete(result, seen, missing);
      return null;
    };
    const page = Object.assign(result.data, { hasNextPage, getNextPage });
    return { data: page, response: result.response, attempts: result.attempts };
  };
  return createList(first, request);
}

type RequestPage = (page: number) => Promise<CallResult<BookPage>>;

/** @param first the number of the page to begin with */
export function createList(first: number, request: RequestPage): BookList {
  return {
    [Symbol.asyncIterator]: () => iterateBooks(first, request),
    byPage: () => ({ [Symbol.asyncIterator]: () => walkPages(first, request) }),
    page: (number = first) => createCall(async () => request(number)),
    toArray: async ({ limit }) => {
      if (!(limit > 0)) throw new TypeError(`limit must be a number above 0; received ${limit}.`);
      const books: BookListItem[] = [];
      for (const walk = createWalk(first, request); books.length < limit;) {
        const step = await walk();
        if (step === undefined) break;
        books.push(...step.fresh);
      }
      return books.slice(0, limit);
    },
  };
}

async function* walkPages(first: number, request: RequestPage): AsyncGenerator<BookPage, void> {
  const walk = createWalk(first, request);
  for (let step = await walk(); step !== undefined; step = await walk()) yield step.page;
}

/** Written by hand: a generator within a generator costs each book more than its share of the request. */
function iterateBooks(first: number, request: RequestPage): AsyncIterator<BookListItem, void> {
  const walk = createWalk(first, request);
  let books: readonly BookListItem[] = [];
  let index = 0;
  let over = false;
  let turn: Promise<unknown> = Promise.resolve();
  const nextPage = async (): Promise<IteratorResult<BookListItem, void>> => {
    while (index >= books.length && !over) {
      const step = await walk();
      over ||= step === undefined;
      books = step?.fresh ?? [];
      index = 0;
    }
    const value = books[index++];
    return value === undefined ? { done: true, value } : { done: false, value };
  };
  return {
    // Not async: a promise that is resolved already costs each book least.
    next: () => {
      const value = books[index];
      if (value !== undefined) {
        index += 1;
        return Promise.resolve({ done: false, value });
      }
      // Steps that are asked for at once take their turns.
      const step = turn.then(nextPage, nextPage);
      turn = step;
      return step;
    },
    return: async () => {
      over = true;
      books = [];
      return { done: true, value: undefined };
    },
  };
}

interface Step {
  readonly page: BookPage;
  /** Its books that were on no page before. A book that moves on while the list is walked is received twice. */
  readonly fresh: readonly BookListItem[];
}

/** How many pages in a row may bring nothing new: within the pages the service counts, and after them. */
const patience = { within: 100, after: 2 } as const;

/**
 * Returns the function that takes the next step, or undefined after the last page. The pages are counted here: a link
 * of the service is never followed, only whether there is one. An empty page does not end the list while the service
 * says that there are more.
 *
 * @throws UnexpectedResponseError when the service ends the list, or repeats itself, before all its books were received
 */
function createWalk(first: number, request: RequestPage): () => Promise<Step | undefined> {
  const seen = new Set<string>();
  let number = first;
  let stale = 0;
  let over = false;
  return async () => {
    if (over) return undefined;
    // Until the page is here: a walk does not go on after a failure.
    over = true;
    const result = await request(number);
    const page = result.data;
    // One look-up for each book: adding an id that is there leaves the size as it is.
    const fresh = page.data.filter(({ id }) => seen.size < seen.add(id).size);
    stale = fresh.length === 0 ? stale + 1 : 0;
    const within = number < page.meta.lastPage;
    const missing = countMissing(page, { first, number, seen: seen.size });
    const tired = stale >= (within ? patience.within : patience.after);
    const ended = page.data.length === 0 && number > first && !within && missing === 0;
    over = !page.hasNextPage() || tired || ended;
    if (over && missing > 0) throw incomplete(result, seen.size, missing);
    discardBody(result.response);
    number += 1;
    return ended || (tired && page.hasNextPage()) ? undefined : { page, fresh };
  };
}

/** Returns how many books have not come that the page's `meta` counts; 0 when it does not say. */
function countMissing(
  { meta }: BookPageBody,
  walked: { readonly first: number; readonly number: number; readonly seen: number },
): number {
  const { total, lastPage, perPage } = meta;
  const { first, number, seen } = walked;
  if (!Number.isSafeInteger(total)) return number < lastPage ? 1 : 0;
  const before = first > 1 ? (first - 1) * perPage : 0;
  return Math.max(0, total - before - seen);
}

function incomplete(
  { response, attempts }: CallResult<unknown>,
  seen: number,
  missing: number,
): UnexpectedResponseError {
  return new UnexpectedResponseError({
    operation: 'listBooks',
    status: response.status,
    attempts,
    response,
    requirement: 'list.walk',
    expected: `${seen + missing} books as meta.total says`,
    received: `${seen} when the list ended; list them again, since books may have been deleted meanwhile`,
  });
}
