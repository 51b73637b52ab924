/** Lists books, page by page or book by book. Throws if the list ends before the last book. */
import type { BookListItem, BookPageBody, BookQuery } from '../contract.ts';
import { UnexpectedResponseError } from '../errors/index.ts';
import { copyJson } from '../json.ts';
import { discardBody } from '../responses/index.ts';
import {
  checkCount,
  copyHeaders,
  createCall,
  type CallOptions,
  type CallPromise,
  type CallResult,
  type Service,
} from '../transport/index.ts';
import { pageReader } from './readers.ts';

/** One page of the list: `{ data, meta, links }` as the service sends it, and a function that requests the next page. */
export interface BookPage extends BookPageBody {
  /**
   * Requests the next page. Resolves with null after the last one.
   * @throws UnexpectedResponseError if the list ends with fewer books than `meta.total` says
   * @example
   * let page: BookPage | null = await distribution.books.list().page();
   * for (; page !== null; page = await page.getNextPage()) console.log(page.data.length);
   */
  readonly getNextPage: () => Promise<BookPage | null>;
}

/** The books of a list. Each page is requested when the iteration reaches it. */
export interface BookList extends AsyncIterable<BookListItem> {
  /** Iterates over the pages as the service sends them. */
  readonly byPage: () => AsyncIterable<BookPage>;
  /**
   * Returns the first books, at most `limit` of them; `Infinity` for all.
   * @throws TypeError for a limit that is not above 0
   * @example
   * const newest = await distribution.books.list().toArray({ limit: 20 });
   */
  readonly toArray: (options: { readonly limit: number }) => Promise<BookListItem[]>;
  /** Requests one page by its number, by default the first one of the query. */
  readonly page: (number?: number) => CallPromise<BookPage>;
}

type RequestPage = (page: number) => Promise<CallResult<BookPageBody>>;

/** @param query by default, `perPage` is the maximum (document: Limits) */
export function listBooks(
  { ask, begin }: Service,
  query: BookQuery = {},
  callerOptions: CallOptions = {},
): BookList {
  // Copies, because the caller may change the objects between two pages.
  const { page: first = 1, perPage = 100, ...filters } = copyJson(query, 'query');
  const options = { ...callerOptions, headers: copyHeaders(callerOptions.headers) };
  return createList(first, () => {
    let endsAt: number | undefined;
    return (page) => {
      const call = begin('listBooks', options);
      if (options.deadlineMs !== undefined) endsAt ??= call.endsAt;
      return ask({ ...call, endsAt: endsAt ?? call.endsAt }, pageReader, (raw, init) =>
        raw.GET('/books', { params: { query: { ...filters, perPage, page } }, ...init }),
      );
    };
  });
}

/**
 * @param first the number of the first page
 * @param startWalk returns the function that requests the pages of one iteration
 */
export function createList(first: number, startWalk: () => RequestPage): BookList {
  const start = (number = first, received?: BookListItem[]) =>
    createReadStep(startWalk(), number, received)(number);
  async function* walk(received?: BookListItem[]) {
    for (
      let step: Step | undefined = await start(first, received);
      step;
      step = await step.next()
    ) {
      discardBody(step.response);
      yield step;
    }
  }
  return {
    async *[Symbol.asyncIterator]() {
      // Not `yield*`, which costs each book twice as much.
      for await (const { newBooks } of walk()) for (const book of newBooks) yield book;
    },
    async *byPage() {
      for await (const { page } of walk()) yield page;
    },
    page: (number) =>
      createCall(async () => {
        const { page, response, attempts } = await start(number);
        return { data: page, response, attempts };
      }),
    toArray: async ({ limit }) => {
      checkCount('limit', limit);
      const books: BookListItem[] = [];
      for await (const { newBooks } of walk(books)) {
        books.push(...newBooks);
        if (books.length >= limit) break;
      }
      return books.slice(0, limit);
    },
  };
}

interface Step extends Pick<CallResult<unknown>, 'response' | 'attempts'> {
  readonly page: BookPage;
  /** The books that were not on an earlier page. A book that moves during the iteration is received twice. */
  readonly newBooks: readonly BookListItem[];
  /** Reads the next page, or resolves with undefined after the last one. */
  readonly next: () => Promise<Step | undefined>;
}

/**
 * How many pages in a row may contain no new book, before and after `meta.lastPage`. The limits end an iteration over a
 * service that repeats its pages, but tolerate a few pages whose books have moved.
 */
const maxStalePages = 100;
const maxStaleLastPages = 2;

/**
 * Reads a page. The client counts the pages itself: it checks whether there is a next link, but never follows it. An
 * empty page does not end the list while the service counts more pages or books. If the total has fallen since the page
 * before, the books behind the deleted ones have moved to earlier pages, so these are read again.
 *
 * @returns a step. Its `next` throws UnexpectedResponseError if the service ends the list or repeats its pages before all
 *   books were received.
 */
function createReadStep(request: RequestPage, first: number, received?: readonly BookListItem[]) {
  const seenIds = new Set<string>();
  let [total, stalePages] = [0, 0];
  const readStep = async (number: number): Promise<Step> => {
    const { data: body, response, attempts } = await request(number);
    const { data, links, meta } = body;
    // The size grows only if the id is new. This needs one lookup per book.
    const newBooks = data.filter(({ id }) => seenIds.size < seenIds.add(id).size);
    stalePages = newBooks.length === 0 ? stalePages + 1 : 0;
    const isCounted = Number.isSafeInteger(meta.total);
    // NaN, which is not above 0, for a page without a total.
    const deletedBooks = total - meta.total;
    if (isCounted) ({ total } = meta);
    const hasMorePages = number < meta.lastPage;
    const isStalled = stalePages >= (hasMorePages ? maxStalePages : maxStaleLastPages);
    const next = async () => {
      // The books on the pages before the first requested one.
      const skippedBooks = first > 1 ? (first - 1) * meta.perPage : 0;
      // Without a total, at least one more book is expected while the service counts more pages.
      const expected = isCounted ? meta.total - skippedBooks : seenIds.size + Number(hasMorePages);
      const isMissing = seenIds.size < expected;
      if (deletedBooks > 0 && number > first && !isStalled) {
        return readStep(Math.max(first, number - (Math.ceil(deletedBooks / meta.perPage) || 1)));
      }
      const isEnd = data.length === 0 && number > first && !hasMorePages && !isMissing;
      if (typeof links.next === 'string' && !isStalled && !isEnd) return readStep(number + 1);
      if (!isMissing) return undefined;
      throw new UnexpectedResponseError({
        operation: 'listBooks',
        status: response.status,
        attempts,
        response,
        requirement: 'list.walk',
        expected: `${expected} books as meta.total says`,
        received: `${seenIds.size} when the list ended; books may have been deleted meanwhile`,
        books: received,
      });
    };
    const getNextPage = async () => (await next())?.page ?? null;
    return { page: Object.assign(body, { getNextPage }), newBooks, next, response, attempts };
  };
  return readStep;
}
